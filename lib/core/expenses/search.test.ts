import { meaningsOf, searchedOfEach } from "./search";

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
  const [meaning] = meaningsOf([word, word], people);
  expect([[...meaning!.people], [...meaning!.categories]]).toEqual([ids, categories]);
});

test("each name is read once, however many words there are: a search can be about 100,000 people", () => {
  let reads = 0;
  const ben = {
    id: "b",
    get name() {
      reads++;
      return "Ben";
    },
  };
  const meanings = meaningsOf(["ben", "be", "ben", "food"], [ben]);
  expect(meanings.map(({ word }) => word)).toEqual(["ben", "be", "food"]);
  expect(reads).toBe(1);
});

test("a search reads all groups whole if it can, otherwise the same number of the large ones", () => {
  expect(searchedOfEach([])).toBe(5000);
  expect(searchedOfEach([4000, 1000, 0])).toBe(5000);
  expect(searchedOfEach([9000])).toBe(5000);
  expect(searchedOfEach([100, 9000, 200, 3000])).toBe(2350);
  expect(searchedOfEach(Array<number>(500).fill(20))).toBe(10);
});
