import { EXPENSE_SEARCH_MAX } from "@/lib/core/search";
import { wordPattern } from "./word-pattern";

const finds = (word: string, text: string) => new RegExp(wordPattern(word), "iu").test(text);

test.each([
  ["jose", "Lunch with José"],
  ["JOSÉ", "jose"],
  ["cafe", "CAFÉ"],
  ["Café", "cafe au lait"],
  ["cafe\u0301", "Café"],
  ["ng", "Nguyễn"],
  ["nguyen", "Nguyễn"],
  ["елка", "Ёлка"],
  ["ёлка", "елка"],
  ["αθηνα", "Αθήνα"],
  ["한", "한국"],
  ["किताब", "किताब की दुकान"],
  ["寿司", "寿司"],
  ["🍕", "Pizza 🍕"],
  ["50%", "Down 50% (again)"],
  ["(again)", "Down 50% (again)"],
  ["a.b*c", "a.b*c"],
  ["\\d", "a \\d"],
  ["C:\\Quarterly", "C:\\Quarterly"],
  ["[x]", "[x]"],
])("%j finds %j", (word, text) => expect(finds(word, text)).toBe(true));

test.each([
  ["cafe", "caf"],
  ["a.c", "abc"],
  ["\\d", "5"],
  ["[x]", "x"],
  ["$", "12"],
])("%j does not find %j", (word, text) => expect(finds(word, text)).toBe(false));

test.each(["Ærø", "naïve", "Ş", "İ", "ß", "ﬁ"])("%j finds itself", (word) =>
  expect(finds(word, `x ${word} y`)).toBe(true),
);

test("the longest search is shorter than MongoDB's limit", () => {
  for (const letter of ["a", "e", "o", "α", "е"]) {
    const pattern = wordPattern(letter.repeat(EXPENSE_SEARCH_MAX));
    expect(new TextEncoder().encode(pattern).length).toBeLessThan(32_764);
  }
});
