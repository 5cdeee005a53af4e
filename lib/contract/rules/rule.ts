import { MAX_PEOPLE } from "@/lib/core/max-people";
import { calendarDay } from "@/lib/core/text/dates";
import { cleanedUpTo, toLine, toLines } from "@/lib/core/text/text";

// The validation rules of all inputs and their messages (docs/rules.md#input). Forms check their fields with these
// rules, and the API's zod schemas use the same rules. The rules do not use zod, which would be a fifth of a form's
// JavaScript. Each form has its own file, which lists its fields in the order in which problems are shown.

/** The value to store, or the message that says what is wrong with the input. */
export type Checked<Kept> = { ok: true; value: Kept } | { ok: false; problem: string };

export type Rule<Entered, Kept> = (entered: Entered) => Checked<Kept>;

export const ok = <Kept>(value: Kept): Checked<Kept> => ({ ok: true, value });
export const err = (problem: string): Checked<never> => ({ ok: false, problem });

/** Cleans a text and checks its length. */
export const cleaned =
  (clean: (text: string) => string, max: number, blankMessage?: string): Rule<string, string> =>
  (entered) => {
    const text = cleanedUpTo(max, clean, entered);
    if (text === "" && blankMessage) return err(blankMessage);
    return text === null ? err(`Please use at most ${max} characters.`) : ok(text);
  };

/** One line of text, cleaned by {@link toLine}. Blank text is refused with `blankMessage`. */
export const singleLine = (max: number, blankMessage: string) => cleaned(toLine, max, blankMessage);

/** Text of several lines, cleaned by {@link toLines}. Blank text is refused only if there is a `blankMessage`. */
export const multiLine = (max: number, blankMessage?: string) => cleaned(toLines, max, blankMessage);

export const DATE_MESSAGE = "Please enter a date like 2026-03-14.";

/** A date or an ISO date-time, of which only the date is kept. Stored as midnight UTC of that day. */
export const calendarDate =
  (missingMessage = DATE_MESSAGE): Rule<string, Date> =>
  (entered) => {
    const value = entered.trim();
    if (value === "") return err(missingMessage);
    const day = calendarDay(value);
    return day ? ok(day) : err(DATE_MESSAGE);
  };

export const TOO_MANY_PEOPLE = `Please select at most ${MAX_PEOPLE} people.`;

/** A list of user ids. Duplicates are dropped; at least one is required. */
export const peopleIds =
  (emptyMessage: string): Rule<readonly string[], string[]> =>
  (entered) => {
    if (entered.length > MAX_PEOPLE) return err(TOO_MANY_PEOPLE);
    return entered.length === 0 ? err(emptyMessage) : ok([...new Set(entered)]);
  };
