import { pluralize } from "./pluralize";

test.each([
  [0, "0 payments"],
  [1, "1 payment"],
  [999, "999 payments"],
  [1119, "1,119 payments"],
  [1.25, "1.25 payments"],
])("%s payments are %s", (count, words) => expect(pluralize(count, "payment")).toBe(words));
