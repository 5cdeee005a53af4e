/** What the typeface has of the letters that people type, without those that are also emoji. */
const HAS = /[ -~¡-¨ª-\u00ac¯-ÿĀ-ſȘ-ț–—‘’“”…·−€]/;
const LACKS = /[ĔĕĨĩĬĭĸĿŀŉŎŏŢţŦŧŨũſ]/;
const has = (character: string) => HAS.test(character) && !LACKS.test(character);

/**
 * A text with only what the typeface has: letters with other marks lose them, and other scripts and emoji are left out.
 * For what a font lacks, `next/og` would ask servers of others, and tell them the text.
 */
export const inTypeface = (text: string): string =>
  [...text.normalize("NFC")]
    .map((one) => (has(one) ? one : [...one.normalize("NFD")].filter(has).join("")))
    .join("")
    .replace(/ {2,}/g, " ")
    .trim();
