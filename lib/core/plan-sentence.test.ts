import { planInWords, type PlanEffect } from "./plans";

const ben = { name: "Ben", cents: 2000 };
const cleo = { name: "Cleo", cents: 1000 };
const dana = { name: "Dana", cents: 3000 };
const none = { pays: [], gets: [] };

test.each<[PlanEffect, string | null, string]>([
  [
    { before: { pays: [ben, cleo], gets: [] }, after: { pays: [dana], gets: [] } },
    null,
    "instead of paying Ben $20.00 and Cleo $10.00, you pay Dana $30.00",
  ],
  [
    { before: { pays: [ben, cleo], gets: [] }, after: { pays: [dana], gets: [] } },
    "Ana",
    "instead of paying Ben $20.00 and Cleo $10.00, Ana pays Dana $30.00",
  ],
  [
    { before: { pays: [dana], gets: [ben] }, after: { pays: [cleo], gets: [] } },
    null,
    "instead of paying Dana $30.00 and getting $20.00 from Ben, you pay Cleo $10.00",
  ],
  [
    { before: { pays: [], gets: [ben, cleo] }, after: { pays: [], gets: [dana] } },
    "Ana",
    "instead of getting $20.00 from Ben and $10.00 from Cleo, Ana gets $30.00 from Dana",
  ],
  [
    { before: { pays: [ben], gets: [{ ...cleo, cents: 2000 }] }, after: none },
    null,
    "instead of paying Ben $20.00 and getting $20.00 from Cleo, you are even",
  ],
  [
    { before: none, after: { pays: [ben], gets: [cleo] } },
    null,
    "you pay Ben $20.00 and get $10.00 from Cleo",
  ],
])("%j of %j", (effect, person, words) => {
  expect(planInWords(effect, person)).toBe(words);
});
