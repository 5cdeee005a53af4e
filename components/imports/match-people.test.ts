import { candidatesOf, GUEST, membersOf, questionsOf } from "./match-people";

const [ana, ben, cleo, dan] = ["Ana Silva", "Ben Carter", "Cleo Dunn", "Dan Reyes"].map((name, index) => ({
  _id: String(index + 1),
  name,
})) as [Known, Known, Known, Known];
type Known = { _id: string; name: string };

const candidates = candidatesOf(ana, [ana, ben], [ben, cleo, dan]);

test("candidates are the viewer, the other members, and friends who are not members", () => {
  expect(candidates.map(({ _id, is }) => [_id, is])).toEqual([
    ["1", "me"],
    ["2", "member"],
    ["3", "friend"],
    ["4", "friend"],
  ]);
  expect(candidatesOf(ana, [], [ben]).map(({ is }) => is)).toEqual(["me", "friend"]);
});

test("a member of the same name is taken, a friend never", () => {
  expect(membersOf(["ana silva", " BEN CARTER ", "Cleo Dunn", "Zoe"], candidates)).toEqual([
    "1",
    "2",
    GUEST,
    GUEST,
  ]);
});

test("two people of one name are kept apart: neither is taken for a member", () => {
  expect(membersOf(["Ben Carter", "Ben Carter"], candidates)).toEqual([GUEST, GUEST]);
  const twins = candidatesOf(ana, [ben, { ...ben, _id: "9" }], []);
  expect(membersOf(["Ben Carter"], twins)).toEqual([GUEST]);
});

const asked = (names: string[], chosen = membersOf(names, candidates)) =>
  questionsOf(names, candidates, chosen).map((candidate) => candidate?.name ?? null);

test.each([
  [["Cleo Dunn"], ["Cleo Dunn"]],
  [["Cleo"], ["Cleo Dunn"]],
  [["cleo d."], ["Cleo Dunn"]],
  [["Cleo Marie Dunn"], [null]],
  [["Cleo Miller"], [null]],
  [["Cl"], [null]],
  [["Ana"], ["Ana Silva"]],
  [["🦊"], [null]],
  // Nobody is proposed twice.
  [
    ["Dan", "Dan R."],
    [null, null],
  ],
])("%j may be %j", (names, expected) => {
  expect(asked(names)).toEqual(expected);
});

test("nobody is proposed who is chosen already, and nothing for somebody who is", () => {
  expect(asked(["Ben", "Cleo"], ["3", GUEST])).toEqual([null, null]);
});
