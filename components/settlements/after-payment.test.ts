import { afterPayment } from "./after-payment";

test.each([
  [2000, null, "You owe Ben $20.00."],
  [-500, null, "Ben owes you $5.00."],
  [0, null, "You and Ben are even."],
  [2000, 500, "Then you will still owe Ben $15.00."],
  [2000, 2000, "Then you and Ben will be even."],
  [2000, 2500, "Then Ben will owe you $5.00."],
  [0, 700, "Then Ben will owe you $7.00."],
  [-500, 700, "Then Ben will owe you $12.00."],
  [-500, -200, "Then Ben will still owe you $3.00."],
  [-500, -500, "Then you and Ben will be even."],
  [-500, -700, "Then you will owe Ben $2.00."],
  [2000, -500, "Then you will owe Ben $25.00."],
])("owing %p and paying %p cents: %s", (owed, paid, words) => {
  expect(afterPayment("Ben", owed, paid)).toBe(words);
});
