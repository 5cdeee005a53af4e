import type { User } from "@/lib/schemas/answers";
import { matchFriends, needsEmailSearch } from "./match-friends";

const friend = (name: string, email: string): User => ({ _id: name, name, picture: "", email });
const friends = [
  friend("José Álvarez", "jal****@demo.test"),
  friend("Ana-Maria Silva", "ams****@demo.test"),
  friend("עדי לוי", "adi****@demo.test"),
];
const found = (query: string) => matchFriends(friends, query).map(({ name }) => name);

test.each([
  ["the start of the first name, without its accent", "jose", ["José Álvarez"]],
  ["the start of the last name", " SIL ", ["Ana-Maria Silva"]],
  ["a part after a hyphen", "maria", ["Ana-Maria Silva"]],
  ["the whole name", "ana-maria s", ["Ana-Maria Silva"]],
  ["another script", "לוי", ["עדי לוי"]],
  ["the visible start of the email", "adi", ["עדי לוי"]],
  ["not the middle of a word", "ilva", []],
  ["not the hidden part of the email", "demo", []],
])("finds by %s", (_name, query, names) => {
  expect(found(query)).toEqual(names);
});

test("a blank query matches everybody", () => {
  expect(found("  ")).toHaveLength(3);
});

test("only what may be an email beyond its visible start is a question for the server", () => {
  expect(["jal", "jalv", "jalvarez@demo.test", "jose al"].map(needsEmailSearch)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
