import { toLine, toLines } from "@/lib/core/text";

// What people may enter, and the messages if it is not valid (spec section 5). Forms check their fields with these rules
// before they send anything, and the schemas of the calls are made of the same rules. Without zod: it would be a fifth
// of the JavaScript of a form. Each form has a file of its own, with its fields in the order in which problems are shown.

/** The value to be stored, or the message that says what is wrong with what was entered. */
export type Checked<Kept> = { ok: true; value: Kept } | { ok: false; problem: string };

export type Rule<Entered, Kept> = (entered: Entered) => Checked<Kept>;

export const kept = <Kept>(value: Kept): Checked<Kept> => ({ ok: true, value });
export const refused = (problem: string): Checked<never> => ({ ok: false, problem });

const upTo = (max: number, text: string) =>
  text.length > max ? refused(`Please use at most ${max} characters.`) : kept(text);

/** One line of text, cleaned by {@link toLine}. What shows nothing is refused with `blankMessage`. */
export const line =
  (blankMessage: string, max: number): Rule<string, string> =>
  (entered) => {
    const text = toLine(entered);
    return text === "" ? refused(blankMessage) : upTo(max, text);
  };

/** Text of several lines, cleaned by {@link toLines}. It may be blank, unless there is a message that says otherwise. */
export const lines =
  (max: number, blankMessage?: string): Rule<string, string> =>
  (entered) => {
    const text = toLines(entered);
    return text === "" && blankMessage ? refused(blankMessage) : upTo(max, text);
  };

/** A calendar day or an ISO date-time; only the date part counts. Stored as midnight UTC of that day. */
export const day =
  (missingMessage: string): Rule<string, Date> =>
  (entered) => {
    const value = entered.trim();
    if (value === "") return refused(missingMessage);
    const text = value.slice(0, 10);
    const date = new Date(`${text}T00:00:00.000Z`);
    const valid =
      /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/.test(value) &&
      !Number.isNaN(date.getTime()) &&
      date.toISOString().startsWith(text);
    if (valid && date.getUTCFullYear() >= 1900) return kept(date);
    return refused("Please enter a date like 2026-03-14.");
  };

/** At most this many people in a group, an event or a split. */
export const MAX_PEOPLE = 200;

/** A set of ids: duplicates are dropped, at least one is required. */
export const people =
  (emptyMessage: string): Rule<readonly string[], string[]> =>
  (entered) => {
    if (entered.length > MAX_PEOPLE) return refused(`Please select at most ${MAX_PEOPLE} people.`);
    return entered.length === 0 ? refused(emptyMessage) : kept([...new Set(entered)]);
  };
