import { meaningOf } from "./search";

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
