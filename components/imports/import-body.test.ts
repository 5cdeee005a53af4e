import type { ImportFile } from "@/lib/core/imports/import-file";
import { titleOf, toImportBody } from "./import-body";
import { candidatesOf, GUEST } from "./match-people";

const file: ImportFile = {
  source: "evenly",
  title: null,
  currency: "USD",
  people: ["Ana", "Ben", "Ben"].map((name) => ({ name, footer: null })),
  events: [{ title: "March", date: "2026-03-01", participants: [0, 2], closed: true }],
  rows: [],
  refused: [],
};
const candidates = candidatesOf({ _id: "1", name: "Ana" }, [], [{ _id: "2", name: "Ben" }]);
const choices = { who: ["1", "2", GUEST], title: "Old", date: "2026-03-31", eventId: "9" };

test("a friend who is no member is imported as a guest, with the name of the file", () => {
  expect(toImportBody(file, "7", { ...choices, into: "months" }, candidates)).toEqual({
    groupId: "7",
    source: "evenly",
    total: 0,
    people: [
      { name: "Ana", userId: "1" },
      { name: "Ben", guest: true },
      { name: "Ben", guest: true },
    ],
    monthly: true,
  });
});

test.each([
  ["new", { newEvent: { title: "Old", date: "2026-03-31" } }],
  ["event", { eventId: "9" }],
  ["events", { events: file.events }],
] as const)("into %s", (into, expected) => {
  expect(toImportBody(file, "7", { ...choices, into }, candidates)).toMatchObject(expected);
});

test.each([
  ["lisbon-trip_2026-03-14_export.csv", "Lisbon trip"],
  ["evenly-cafe-trip.json", "Cafe trip"],
  ["Spliit Export - 2026-01-01.json", ""],
  ["WG Köln (2).csv", "WG Köln"],
])("the file %s suggests the title %s", (name, title) => {
  expect(titleOf(file, name, 60)).toBe(title);
});

test("the title of the file comes first, as long as it may be", () => {
  expect(titleOf({ ...file, title: "x".repeat(80) }, "a.csv", 60)).toBe("x".repeat(60));
});
