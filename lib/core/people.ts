import { graphemesOf } from "./text/graphemes";

/** Starts with a letter or digit that is a whole character, whatever follows. */
const PLAIN_START = /^[0-9A-Za-z](?![^\x20-\x7E])/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
// Bidirectional control characters: separated from the rest of a name, they would reverse the text around them.
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** The most characters of a user's name. */
export const MAX_NAME = 120;

/** The most characters of the name of a person without an account. */
export const MAX_GUEST_NAME = 60;

/** The name shown for a deleted account in the history of groups. */
export const DELETED_USER = "Deleted user";

/**
 * @param name a full name, possibly blank or missing
 * @returns its first word with a letter or digit, else its first word, else "Someone"; a placeholder name is returned
 * unchanged
 */
export function firstName(name: string | null | undefined): string {
  if (name === DELETED_USER) return name;
  const words = wordsOf(name);
  return words.find((word) => LETTER_OR_DIGIT.test(word)) ?? words[0] ?? "Someone";
}

/**
 * Full names that tell everyone apart in a file: `Ana`, `Ana (2)`.
 * @returns a name for each id, in the same order
 */
export function distinctNames(people: readonly { _id: string; name: string }[]): Map<string, string> {
  const full = ({ name }: { name: string }) => name.trim() || firstName(name);
  // A number is not given to someone if it is already part of another name.
  const taken = new Set(people.map(full));
  const seen = new Set<string>();
  return new Map(
    people.map((one) => {
      let name = full(one);
      if (seen.has(name)) {
        let number = 2;
        while (taken.has(`${full(one)} (${number})`)) number++;
        name = `${full(one)} (${number})`;
        taken.add(name);
      }
      seen.add(name);
      return [one._id, name];
    }),
  );
}

/**
 * The initials shown by an avatar without a picture.
 * @param name a full name, possibly blank or missing
 * @returns the first letters of the first and last word, in capitals; the first character of a name without letters;
 * "?" for a blank name
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
  // Segmenting takes as long as the rest of rendering an avatar.
  if (PLAIN_START.test(word)) return word.charAt(0).toUpperCase();
  return firstCharacter(word, LETTER_OR_DIGIT)?.toUpperCase() ?? null;
}

function firstCharacter(text: string, wanted: RegExp): string | null {
  return graphemesOf(text).find((character) => wanted.test(character)) ?? null;
}

function wordsOf(name: string | null | undefined): string[] {
  return (name ?? "")
    .replace(DIRECTION_MARKS, "")
    .split(/[\s\u200B]+/)
    .map((word) => word.replace(/,+$/, ""))
    .filter((word) => word !== "");
}

/**
 * Masks an email address: the first 3 characters of the local part, then `****@`, then the domain
 * (docs/rules.md#people). `andy.smith@example.com` becomes `and****@example.com`.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const local = at === -1 ? email : email.slice(0, at);
  const domain = at === -1 ? "" : email.slice(at);
  // Iterates code points, so that no character is cut in half.
  return `${[...local].slice(0, 3).join("")}****${domain}`;
}
