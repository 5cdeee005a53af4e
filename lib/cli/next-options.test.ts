import { nextOptions } from "./next-options.mjs";

test.each([
  [["dev"], ["dev", "--hostname", "localhost"]],
  [
    ["dev", "-p", "4000"],
    ["dev", "-p", "4000", "--hostname", "localhost"],
  ],
  [
    ["dev", "-H", "0.0.0.0"],
    ["dev", "-H", "0.0.0.0"],
  ],
  [
    ["dev", "-H0.0.0.0"],
    ["dev", "-H0.0.0.0"],
  ],
  [
    ["dev", "--hostname", "::"],
    ["dev", "--hostname", "::"],
  ],
  [
    ["dev", "--hostname=::"],
    ["dev", "--hostname=::"],
  ],
  [
    ["start", "-p", "4000"],
    ["start", "-p", "4000"],
  ],
  [[], []],
])("%j becomes %j", (given, options) => expect(nextOptions(given)).toEqual(options));
