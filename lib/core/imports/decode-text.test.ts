import { encoded, ENCODINGS } from "@/testing/import-files";
import { decodeText } from "./decode-text";

const TEXT = "Datum;Größe;1,50 €\r\nCafé\n";

test.each(ENCODINGS)("decodes %s", (encoding) => {
  expect(decodeText(encoded(TEXT, encoding))).toBe(TEXT);
});

test.each(["utf-16le", "utf-16be"] as const)("decodes %s without a mark", (encoding) => {
  expect(decodeText(encoded(TEXT, encoding).subarray(2))).toBe(TEXT);
});

test("decodes the quotes and dashes of Windows-1252", () => {
  const bytes = Uint8Array.of(0x80, 0x84, 0x85, 0x8a, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x9c, 0x9f);
  expect(decodeText(bytes)).toBe("€„…Š‘’“”–—œŸ");
});

test("decodes UTF-8 with characters of all lengths", () => {
  const text = "支払い, ¥100, 🍕";
  expect(decodeText(encoded(text))).toBe(text);
});

test("replaces half a character of UTF-16", () => {
  expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x41, 0, 0x00, 0xd8, 0x42, 0))).toBe("A\uFFFDB");
});

test.each([
  ["zeros", Uint8Array.of(0x41, 0x2c, 0x00, 0x42, 0x43)],
  ["UTF-32", Uint8Array.of(0xff, 0xfe, 0, 0, 0x41, 0, 0, 0)],
  [
    "a picture",
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52),
  ],
])("%s are not text", (_, bytes) => {
  expect(decodeText(bytes)).toBeNull();
});

test("nothing is an empty text", () => {
  expect(decodeText(new Uint8Array())).toBe("");
});
