import { compileRegex } from "./regex";

test.each<[string, string, string, boolean]>([
  ["end$", "", "end\n", true],
  ["end$", "", "end\nx", false],
  ["end$", "m", "end\nx", true],
  ["\\Aa", "m", "b\na", false],
  ["a\\z", "", "a\n", false],
  ["a\\Z", "", "a\n", true],
  ["a.b", "", "a\nb", false],
  ["a.b", "", "a\rb", true],
  ["a.b", "s", "a\nb", true],
  ["a b # words", "x", "ab", true],
  ["[#a] b", "x", "#b", true],
  ["(?i)ANA", "", "ana", true],
  ["(?#note)ana", "", "ana", true],
  ["^[[:alpha:]_]+$", "", "a_b", true],
  ["^[[:digit:]]+$", "", "a", false],
  ["[]a]", "", "]", true],
  ["a\\-b", "", "a-b", true],
  ["^.$", "", "\u{1f600}", true],
  ["ä", "i", "Ä", true],
  ["\\.", "", "a", false],
])("/%s/%s on %j: %s", (pattern, options, text, expected) => {
  expect(compileRegex(pattern, options).test(text)).toBe(expected);
});

test("an invalid pattern or option is refused", () => {
  expect(() => compileRegex("(", "")).toThrow(expect.objectContaining({ code: 51091 }));
  expect(() => compileRegex("a", "g")).toThrow(expect.objectContaining({ code: 51108 }));
});
