import { multiLine, singleLine } from "./rule";

describe.each([
  ["one line", singleLine(10, "Please enter a title.")],
  ["several lines", multiLine(10, "Please enter a title.")],
])("%s", (_, rule) => {
  test.each([
    ["decomposed characters", "e\u0323\u0302".repeat(10), { ok: true, value: "\u1EC7".repeat(10) }],
    ["a character too many", "a".repeat(11), { ok: false, problem: "Please use at most 10 characters." }],
    // Normalizing this would take minutes.
    [
      "marks",
      `a${"\u0301".repeat(1e6)}${"\u0316".repeat(1e6)}`,
      { ok: false, problem: "Please use at most 10 characters." },
    ],
    ["many blanks", " ".repeat(100), { ok: false, problem: "Please enter a title." }],
  ])("of %s", (_what, entered, checked) => {
    expect(rule(entered)).toEqual(checked);
  });
});
