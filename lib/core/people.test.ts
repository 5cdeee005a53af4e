import fc from "fast-check";
import { distinctNames, firstName, initials } from "./people";

test.each<[label: string, name: string | null | undefined, first: string, letters: string]>([
  ["a first and a last name", "Ana Silva", "Ana", "AS"],
  ["three names", "Ana Maria Silva", "Ana", "AS"],
  ["a single name", "Zoë", "Zoë", "Z"],
  ["small letters", "ana silva", "ana", "AS"],
  ["blanks around and between", "  Ana \t  Silva ", "Ana", "AS"],
  ["last name first", "Silva, Ana", "Silva", "SA"],
  ["a hyphen", "Anne-Marie Le Goff", "Anne-Marie", "AG"],
  ["an accent as a character of its own", "E\u0301lodie Bo", "E\u0301lodie", "E\u0301B"],
  ["right to left", "محمد علي", "محمد", "مع"],
  ["right to left with direction marks", "\u202Eمحمد علي\u202C", "محمد", "مع"],
  ["no blanks in the script", "山田太郎", "山田太郎", "山"],
  ["letters outside of the basic plane", "𝔸na 𝔹o", "𝔸na", "𝔸𝔹"],
  ["an emoji first", "🎉 Ana", "Ana", "A"],
  ["an emoji last", "Ana 🎉", "Ana", "A"],
  ["only an emoji of several code points", "👨‍👩‍👧", "👨‍👩‍👧", "👨‍👩‍👧"],
  ["a flag", "🇵🇹", "🇵🇹", "🇵🇹"],
  ["a name in brackets", "(Ana) [Silva]", "(Ana)", "AS"],
  ["digits", "4chan 2000", "4chan", "42"],
  ["a deleted account", "Deleted user", "Deleted user", "DU"],
  ["nothing", "", "Someone", "?"],
  ["blanks", " \t ", "Someone", "?"],
  ["invisible characters", "\u200B\u200F", "Someone", "?"],
  ["no name", null, "Someone", "?"],
  ["a missing name", undefined, "Someone", "?"],
])("%s", (_, name, first, letters) => {
  expect(firstName(name)).toBe(first);
  expect(initials(name)).toBe(letters);
});

test("any name has a visible first name and initials", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      expect(firstName(name).trim()).not.toBe("");
      expect(initials(name).trim()).not.toBe("");
    }),
  );
});

test("people of one name are told apart, also from those whose name looks like that", () => {
  const names = ["Ana", "Ben", "Ana", "Ana (2)", " ", "Ana"];
  const told = distinctNames(names.map((name, index) => ({ _id: String(index), name })));
  expect([...told.values()]).toEqual(["Ana", "Ben", "Ana (3)", "Ana (2)", "Someone", "Ana (4)"]);
});
