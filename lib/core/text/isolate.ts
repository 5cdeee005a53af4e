// The blocks of right-to-left scripts, and the characters that control the direction.
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Keeps a name or title from reordering what follows it in a plain text: an amount would move before a right-to-left
 * name. In React, use `<bdi>`. For screens, not for answers of the API or files.
 * @returns the text between isolates if it contains right-to-left text, else the same text
 */
export function isolate(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
