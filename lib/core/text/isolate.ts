/**
 * Marks a name or title in a plain text, so that it does not reorder what follows it: an amount would move before a
 * right-to-left name. `Sentence` (components/ui) also keeps it from being translated. Elsewhere in React, use `Bdi`. For
 * screens, not for files; a response of the API has it only where its description says so.
 */
export const isolate = (text: string): string => `\u2068${text}\u2069`;

/** The text without the marks of {@link isolate}, which some programs show: for plain text outside of screens. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2068\u2069]/g, "");
