// Texts that people type, and names that a provider gives, are shown to others inside sentences of ours.

/** Line ends, tabs and every other kind of white space or control character. */
const GAPS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/**
 * Half a character, which cannot be stored as UTF-8; marks that turn the writing direction of what follows; and
 * what shows nothing and joins nothing, by which one name could pass for another: zero-width space, soft hyphen,
 * word joiner, byte order mark, Hangul fillers, annotation marks.
 */
const UNWANTED =
  /[\p{Cs}\p{Bidi_Control}\u00AD\u200B\u2060-\u2064\u206A-\u206F\uFEFF\u3164\uFFA0\uFFF9-\uFFFB]/gu;

/** Joiners and variation selectors stay, for emoji and for scripts that need them, but alone they show nothing. */
const SHOWS_NOTHING = /^[\p{Default_Ignorable_Code_Point}\s\u2800\u{1D159}]*$/u;

/**
 * One line of text as it is stored: Unicode-normalised, white space as single blanks, without control characters,
 * marks of direction and what is invisible.
 * @returns "" where nothing of it would be seen
 */
export function toLine(text: string): string {
  const line = text.replace(UNWANTED, "").normalize("NFC").replace(GAPS, " ").trim();
  return SHOWS_NOTHING.test(line) ? "" : line;
}

/**
 * Text of several lines as it is stored: each line as {@link toLine} gives it, at most one empty line in a row.
 * @returns "" where nothing of it would be seen
 */
export function toLines(text: string): string {
  return text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map(toLine)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** As many characters of a text as `max` allows; never half of one. */
export function shorten(text: string, max: number): string {
  return Array.from(text).slice(0, max).join("").trim();
}
