import {
  isGroupCreator,
  mayChangeExpense,
  mayDeleteEvent,
  mayDeleteExpense,
  mayDeleteInvitation,
  mayRecordPayment,
  mayRemoveMember,
  onlyMayLower,
  paymentsOfOthersLowered,
} from "./rights";

const [ana, ben, cleo, dan] = ["a", "b", "c", "d"] as const;
const group = { createdBy: ana };

const paid = (createdBy: string, payers: string[]) => ({
  createdBy,
  payers: payers.map((user) => ({ user })),
});

/** [action, who is allowed], out of four people. */
const rules: [string, (actor: string) => boolean, string][] = [
  ["delete a group", (actor) => isGroupCreator(actor, group), "a"],
  ["remove ben from the group", (actor) => mayRemoveMember(actor, ben, group), "ab"],
  ["record what ben paid cleo", (actor) => mayRecordPayment(actor, { from: ben, to: cleo }), "bc"],
  ["delete ben's event", (actor) => mayDeleteEvent(actor, { createdBy: ben }, group), "ab"],
  [
    "change what cleo paid and recorded",
    (actor) => mayChangeExpense(actor, { createdBy: cleo, payers: [{ user: cleo }] }),
    "c",
  ],
  [
    "change what cleo recorded and ben and dan paid",
    (actor) => mayChangeExpense(actor, { createdBy: cleo, payers: [{ user: ben }, { user: dan }] }),
    "bcd",
  ],
  ["delete what ben paid and recorded", (actor) => mayDeleteExpense(actor, paid(ben, [ben])), "b"],
  ["delete what ben paid and cleo recorded", (actor) => mayDeleteExpense(actor, paid(cleo, [ben])), "bc"],
  [
    "delete what cleo recorded and ben and dan paid",
    (actor) => mayDeleteExpense(actor, paid(cleo, [ben, dan])),
    "c",
  ],
  [
    "delete what dan recorded and ben and dan paid",
    (actor) => mayDeleteExpense(actor, paid(dan, [ben, dan])),
    "d",
  ],
  [
    "delete ben's invitation of cleo",
    (actor) => mayDeleteInvitation(actor, { from: ben, to: cleo }, group),
    "abc",
  ],
];

test.each(rules)("who can %s", (_what, may, expected) => {
  expect([ana, ben, cleo, dan].filter(may).join("")).toBe(expected);
});

test("ids as hexadecimal digits and as objects are equal", () => {
  const id = (hex: string) => ({ toHexString: () => hex });
  expect(isGroupCreator(id(ana), group)).toBe(true);
  expect(isGroupCreator(ana, { createdBy: id(ana) })).toBe(true);
  expect(isGroupCreator(id(ben), { createdBy: id(ana) })).toBe(false);
});

describe("payments of others that a change lowers, in an expense that ana recorded and ben and cleo paid", () => {
  const before = {
    createdBy: ana,
    payers: [
      { user: ben, cents: 60 },
      { user: cleo, cents: 40 },
    ],
  };
  const after = (amounts: Record<string, number>) =>
    Object.entries(amounts).map(([user, cents]) => ({ user, cents }));

  test.each<[what: string, actor: string, after: Record<string, number>, lowered: string]>([
    ["nothing", ben, { b: 60, c: 40 }, ""],
    ["ben's own", ben, { b: 10, c: 40 }, ""],
    ["ben removes his own", ben, { c: 40 }, ""],
    ["cleo's by a cent", ben, { b: 60, c: 39 }, "c"],
    ["ben removes cleo's", ben, { b: 100 }, "c"],
    ["ben gives cleo's to dan", ben, { b: 60, d: 40 }, "c"],
    ["ben raises cleo's", ben, { b: 60, c: 41 }, ""],
    ["ben adds dan", ben, { b: 30, c: 40, d: 30 }, ""],
    ["the recorder may lower both", ana, { b: 1, c: 1 }, ""],
    ["the recorder may remove both", ana, {}, ""],
    ["someone else lowers both", dan, { b: 1, c: 1 }, "bc"],
  ])("%s", (_what, actor, amounts, lowered) => {
    expect(paymentsOfOthersLowered(actor, before, after(amounts)).join("")).toBe(lowered);
  });
});

test("who may change an expense may delete it if that lowers no payment of others", () => {
  for (const createdBy of [ana, ben]) {
    for (const payers of [[ben], [ben, cleo], [ana, ben]]) {
      for (const cents of [1, -1]) {
        const expense = { createdBy, payers: payers.map((user) => ({ user, cents })) };
        for (const actor of [ana, ben, cleo].filter((one) => mayChangeExpense(one, expense))) {
          const lowersNone = paymentsOfOthersLowered(actor, expense, []).length === 0;
          expect([actor, expense, mayDeleteExpense(actor, expense)]).toEqual([actor, expense, lowersNone]);
        }
      }
    }
  }
});

test.each([
  [null, "Only Ben can lower or remove what Ben paid."],
  ["Ana", "Only Ben and Ana, who recorded this expense, can lower or remove what Ben paid."],
])("the sentence names who may lower a payment; recorder: %s", (recorder, sentence) => {
  expect(onlyMayLower("Ben", recorder)).toBe(sentence);
  const ofRefund = sentence.replace("lower", "raise").replace("paid", "received");
  expect(onlyMayLower("Ben", recorder, true)).toBe(ofRefund);
});
