import { fold } from "@/lib/core/search";

/** The letters with accents of the Latin, Greek, and Cyrillic scripts. */
const ACCENTED = [
  [0xc0, 0x52f],
  [0x1e00, 0x1fff],
] as const;

/** Maps each base letter to itself and its accented variants. */
const variants = new Map<string, string>();
for (const [first, last] of ACCENTED) {
  for (let point = first; point <= last; point++) {
    const letter = String.fromCodePoint(point);
    const base = fold(letter);
    if (/^\p{L}$/u.test(base)) variants.set(base, (variants.get(base) ?? base) + letter);
  }
}

/**
 * Returns a regular expression that finds a word regardless of accents: "jose" finds "José". For use with the option
 * "i".
 */
export function wordPattern(word: string): string {
  const found = [...word.normalize("NFC")].map((letter) => {
    const among = variants.get(fold(letter));
    if (among) return `[${among}]`;
    // Two backslashes and a letter could be taken for one of PCRE's own escapes.
    return letter === "\\" ? "[\\\\]" : letter.replace(/[.*+?^${}()|[\]]/, "\\$&");
  });
  return found.join("");
}
