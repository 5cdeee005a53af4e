/** The minimum length of a search by email (docs/rules.md#people). */
export const SEARCH_MIN = 3;

/** The maximum length of a search: that of an email address. */
export const SEARCH_MAX = 254;

/** The maximum length of a search of expenses. Its regular expression is many times as long. */
export const EXPENSE_SEARCH_MAX = 100;

/** The debounce of a search by the server, in milliseconds (docs/rules.md#people). */
export const SEARCH_DEBOUNCE_MS = 500;

/** Accents, and marks that are often left out. Other marks are letters of their script: मीना and मोना are two names. */
const LEFT_OUT = /(?![\u3099\u309A])[\p{Script=Inherited}\u0591-\u05BD\u05BF-\u05C7]/gu;

/** The text to compare in a search: "jose" finds "José", in browsers of any language. */
export function fold(text: string): string {
  return text.trim().toLocaleLowerCase("en").normalize("NFD").replace(LEFT_OUT, "");
}
