// Texts that people type, and names that a provider gives, are shown to others inside our own sentences.

/** Line breaks, tabs, and all other white space and control characters. */
const GAPS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/**
 * Characters to remove: lone surrogates, which UTF-8 cannot encode; annotation marks; and everything invisible, with
 * which one name could imitate another or hide a text (bidirectional controls, zero-width space, tags, fillers, …),
 * except the joiners and variation selectors of emoji and scripts. The first group is kept: a flag such as Scotland's,
 * which consists of tags.
 */
const UNWANTED =
  /(\u{1F3F4}[\u{E0030}-\u{E007A}]{3,6}\u{E007F})|(?![\p{VS}\p{Join_C}])[\p{Cs}\p{DI}\uFFF9-\uFFFB]/gu;

/** Joiners and variation selectors are kept for emoji and for scripts that need them, but alone they are invisible. */
const SHOWS_NOTHING = /^[\p{DI}\s\u2800\u{1D159}]*$/u;

/**
 * Normalizes one line of text for storage: NFC, single blanks, no control, bidirectional, or invisible characters.
 * @returns "" if nothing visible remains
 */
export function toLine(text: string): string {
  const line = text.replace(UNWANTED, "$1").normalize("NFC").replace(GAPS, " ").trim();
  return SHOWS_NOTHING.test(line) ? "" : line;
}

/**
 * Normalizes text of several lines for storage: each line like {@link toLine}, at most one empty line in a row.
 * @returns "" if nothing visible remains
 */
export function toLines(text: string): string {
  return text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map(toLine)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/**
 * Cleans a text that may have at most `max` characters. A text much longer than `max` is not cleaned: the time of
 * Unicode normalization can grow with the square of the length. A character can have four parts, which become one.
 * @param clean {@link toLine} or {@link toLines}
 * @returns null if it is too long
 */
export function cleanedUpTo(max: number, clean: (text: string) => string, text: string): string | null {
  const trimmed = text.trim();
  const cleaned = trimmed.length > 4 * max ? trimmed : clean(trimmed);
  return cleaned.length > max ? null : cleaned;
}

/** Cuts a text to at most `max` characters, never in the middle of one. */
export function shorten(text: string, max: number): string {
  return Array.from(text).slice(0, max).join("").trim();
}

/** The text with a capital letter first. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
