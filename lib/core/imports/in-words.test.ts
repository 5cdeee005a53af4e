import { importedInWords } from "./in-words";

test.each([
  [{ expense: 412, payment: 30, plan: 0 }, "412 expenses and 30 payments from Evenly"],
  // Two plans of three people, for example.
  [{ expense: 1, payment: 0, plan: 5 }, "1 expense from Evenly"],
  [{ expense: 0, payment: 0, plan: 5 }, "plans from Evenly"],
])("what was imported, without the parts of plans: %j", (counts, words) => {
  expect(importedInWords(counts, "evenly")).toBe(words);
});
