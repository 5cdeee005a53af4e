import fc from "fast-check";
import { shorten, toLine } from "./text";

test.each([
  ["zero-width spaces", "\u200B\u200B"],
  ["a Hangul filler", "\u3164"],
  ["a half-width Hangul filler", "\uFFA0"],
  ["a Hangul choseong filler", "\u115F\u1160"],
  ["soft hyphens", "\u00AD \u00AD"],
  ["joiners and variation selectors", "\u200D\u200C\uFE0F"],
  ["tag characters", "\u{E0041}\u{E007F}"],
  ["a word joiner", "\u2060"],
  ["an invisible plus", "\u2064"],
  ["a byte order mark", "\uFEFF"],
  ["a Mongolian vowel separator", "\u180E"],
  ["a combining grapheme joiner", "\u034F"],
  ["a blank Braille pattern", "\u2800"],
  ["a null notehead", "\u{1D159}"],
  ["marks of direction", "\u200E\u200F\u061C\u202E\u2066\u2069"],
  ["half a character", "\uD800"],
  ["control characters", "\u0000\u0007\t\n\u0085\u2028"],
  ["blanks of all kinds", " \u00A0\u2003\u3000"],
  ["nothing", ""],
])("%s alone are blank", (_what, text) => {
  expect(toLine(text)).toBe("");
  expect(toLine(` ${text} `)).toBe("");
});

test.each([
  ["Ana\u200B\u00ADSilva", "AnaSilva"],
  ["  Ana \t\n Silva ", "Ana Silva"],
  ["\u202EanA", "anA"],
  ["Ana\u2067 $5 \u2069", "Ana $5"],
  ["e\u0301", "\u00E9"],
  ["e\u200B\u0301", "\u00E9"],
  ["👩‍👩‍👧‍👦 family", "👩‍👩‍👧‍👦 family"],
  ["❤️", "❤️"],
  [
    "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
  ],
  ["An\u{E0041}\u034Fa", "Ana"],
  ["Ana\u{E0061}\u{E0062}\u{E0063}\u{E007F}", "Ana"],
  ["\u{E0001}A\u115Fn\u17B4a\u180E\u{1D173}\u2065\uFFF0\u{E0FFF}\u{1BCA0}", "Ana"],
  ["🏴\u{E0041}\u{E0042}", "🏴"],
  ["🏴\u200D☠️ 👩🏽\u200D🚀 🇵🇹", "🏴\u200D☠️ 👩🏽\u200D🚀 🇵🇹"],
  ["葛\u{E0100}城", "葛\u{E0100}城"],
  ["می\u200Cخواهم", "می\u200Cخواهم"],
  ["क्\u200Dष", "क्\u200Dष"],
  ["مرحبا", "مرحبا"],
  ["김\u3164철수", "김철수"],
  ["-", "-"],
])("%j becomes %j", (text, line) => {
  expect(toLine(text)).toBe(line);
});

test("cleaning is idempotent", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const line = toLine(text);
      expect(toLine(line)).toBe(line);
      expect(line).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u200B\u00AD\u3164]|^\s|\s$/u);
    }),
  );
});

test("a text is shortened between characters", () => {
  expect(shorten("ana", 5)).toBe("ana");
  expect(shorten("a👩b", 2)).toBe("a👩");
  expect(shorten("ab cd", 3)).toBe("ab");
});
