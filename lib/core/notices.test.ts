import { chargedText, stillOpenText, type ToldExpense } from "./notices";

const ana = (cents: number) => ({ name: "Ana", cents });
const ben = (cents: number) => ({ name: "Ben", cents });
const cleo = (cents: number) => ({ name: "Cleo", cents });

test.each([
  [[], ""],
  [[ana(0), ben(0)], ""],
  [[ana(4_002)], " You owe Ana $40.02."],
  [[ana(4_002), ben(2_000)], " You owe $60.02 to 2 people."],
  [[ana(-1_200)], " Ana owes you $12.00."],
  [[ana(-700), ben(0), cleo(-500)], " 2 people owe you $12.00."],
  [[ana(-1_200), ben(4_002)], " You owe Ben $40.02. Ana owes you $12.00."],
  [[ana(1_000), ben(-1_000)], " You owe Ana $10.00. Ben owes you $10.00."],
  [[ana(1_000), ben(-1_000), cleo(500)], " You owe $15.00 to 2 people. Ben owes you $10.00."],
])("what is open says each side, the own debts first (%j)", (open, text) => {
  expect(stillOpenText(open)).toBe(text);
});

const part = (share: number, paid = 0): ToldExpense => ({ title: "Dinner", share, paid, deletedBy: null });

test.each([
  [[part(1_000), part(200)], "2 expenses in Porto: your shares come to $12.00."],
  [
    [part(1_000), part(-300)],
    "2 expenses in Porto: your shares come to $10.00, and your share of refunds is $3.00.",
  ],
  [[part(-1_000), part(-300)], "2 expenses in Porto: your share of refunds is $13.00."],
  [[part(0, 1_000), part(0, 500)], "2 expenses in Porto: you paid $15.00."],
  [[part(0, -1_000), part(0, -500)], "2 expenses in Porto: you received $15.00."],
  [[part(0), part(0)], "2 expenses in Porto: you no longer have a share."],
])("several expenses say what is the person's (%#)", (expenses, text) => {
  expect(chargedText({ expenses, actor: "Ana", event: "Porto", open: null })).toBe(text);
});
