import { splitTypeOf } from "./split-type";
import { type SplitType } from "./split-type";

test.each<[label: string, splitWith: string[], members: string[], type: SplitType]>([
  ["every member", ["a", "b"], ["a", "b"], "equal"],
  ["every member in another order", ["b", "a"], ["a", "b"], "equal"],
  ["every member and one who has left", ["a", "b", "gone"], ["a", "b"], "equal"],
  ["one is missing", ["a"], ["a", "b"], "custom"],
  ["as many, but not the same", ["a", "gone"], ["a", "b"], "custom"],
  ["nobody", [], ["a"], "custom"],
  ["a group of one", ["a"], ["a"], "equal"],
])("%s", (_, splitWith, members, type) => {
  expect(splitTypeOf(splitWith, members)).toBe(type);
});
