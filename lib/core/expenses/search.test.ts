import { meaningOf, searchedOfEach } from "./search";

const people = [
  { id: "b", name: "Ben Núñez" },
  { id: "c", name: "Bo" },
  { id: "m", name: "मीना राव" },
];

test.each([
  ["ben", ["b"], []],
  ["NUN", ["b"], []],
  ["be", [], []],
  ["bo", ["c"], []],
  ["मीना", ["m"], []],
  ["मोना", [], []],
  ["food", [], ["dining"]],
  ["drinks", [], ["dining"]],
  ["tra", [], ["transport", "travel"]],
  ["xyz", [], []],
])("%j means %j and %j", (word, ids, categories) => {
  const meaning = meaningOf(word, people);
  expect([[...meaning.people], [...meaning.categories]]).toEqual([ids, categories]);
});

test("a search reads all groups whole if it can, otherwise the same number of the large ones", () => {
  expect(searchedOfEach([])).toBe(5000);
  expect(searchedOfEach([4000, 1000, 0])).toBe(5000);
  expect(searchedOfEach([9000])).toBe(5000);
  expect(searchedOfEach([100, 9000, 200, 3000])).toBe(2350);
  expect(searchedOfEach(Array<number>(500).fill(20))).toBe(10);
});
