import {
  isGroupCreator,
  mayChangeExpense,
  mayDeleteEvent,
  mayDeleteInvitation,
  mayRemoveMember,
} from "./rights";

const [ana, ben, cleo, dan] = ["a", "b", "c", "d"] as const;
const group = { createdBy: ana };

/** [action, who is allowed], out of four people. */
const rules: [string, (actor: string) => boolean, string][] = [
  ["delete a group", (actor) => isGroupCreator(actor, group), "a"],
  ["remove ben from the group", (actor) => mayRemoveMember(actor, ben, group), "ab"],
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
