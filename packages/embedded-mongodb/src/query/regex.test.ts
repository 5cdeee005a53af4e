import { compileRegex } from "./regex";

test.each<[string, string, string, boolean]>([
  ["end$", "", "end\n", true],
  ["end$", "", "end\nx", false],
  ["end$", "m", "end\nx", true],
  ["a.b", "", "a\nb", false],
  ["a.b", "", "a\rb", true],
  ["a.b", "s", "a\nb", true],
  ["^.$", "", "\u{1f600}", true],
  ["ä", "i", "Ä", true],
  ["\\.", "", "a", false],
  ["[a[]+$", "", "a[", true],
  ["\\++", "", "+", true],
])("/%s/%s on %j: %s", (pattern, options, text, expected) => {
  expect(compileRegex(pattern, options).test(text)).toBe(expected);
});

test.each([
  ...["(", "[[:alpha:]]", "(?#note)a", "a++", "(?>a)", "\\Qa\\E"],
  ...["\\Aa", "a\\z", "a\\Z", "(?i)ANA", "[]a]", "a\\-b"],
])("/%s/ is refused", (pattern) => {
  expect(() => compileRegex(pattern, "")).toThrow(expect.objectContaining({ code: 51091 }));
});

test.each(["g", "x"])("the option %s is refused", (option) => {
  expect(() => compileRegex("a", option)).toThrow(expect.objectContaining({ code: 51108 }));
});
