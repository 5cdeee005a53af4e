const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
// Marks that turn the writing direction: cut loose from their name they would turn the text around it.
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Who has deleted their account, in the history of groups. */
export const DELETED_USER = "Deleted user";

/**
 * @param name a full name, perhaps blank or missing
 * @returns its first word that has a letter or a digit, else its first word, else "Someone"
 */
export function firstName(name: string | null | undefined): string {
  const words = wordsOf(name);
  return words.find((word) => LETTER_OR_DIGIT.test(word)) ?? words[0] ?? "Someone";
}

/**
 * What an avatar without a picture shows.
 * @param name a full name, perhaps blank or missing
 * @returns the first letters of the first and the last word, in capitals; of a name without letters its first
 *   character; of a blank one "?"
 */
export function initials(name: string | null | undefined): string {
  const words = wordsOf(name);
  const lettered = words.map(firstLetter).filter((letter) => letter !== null);
  const first = lettered[0];
  if (first === undefined) return firstCharacter(words[0] ?? "", /./u) ?? "?";
  const last = lettered.length > 1 ? lettered.at(-1) : "";
  return `${first}${last}`;
}

function firstLetter(word: string): string | null {
  return firstCharacter(word, LETTER_OR_DIGIT)?.toUpperCase() ?? null;
}

/** What a reader sees as one character may be several code points: é, flags, families. */
function firstCharacter(text: string, wanted: RegExp): string | null {
  for (const { segment } of graphemes.segment(text)) if (wanted.test(segment)) return segment;
  return null;
}

function wordsOf(name: string | null | undefined): string[] {
  return (name ?? "")
    .replace(DIRECTION_MARKS, "")
    .split(/[\s\u200B]+/)
    .map((word) => word.replace(/,+$/, ""))
    .filter((word) => word !== "");
}
