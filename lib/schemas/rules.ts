import { GROUP_ICONS, groupIconUrl } from "@/lib/core/group-icons";
import { parseAmount } from "@/lib/core/money";
import { toLine, toLines } from "@/lib/core/text";

// What people may enter, and the messages if it is not valid (spec section 5). Forms check their fields with these rules
// before they send anything, and the schemas of the calls are made of the same rules. Without zod: it would be a fifth
// of the JavaScript of a form.

/** The value to be stored, or the message that says what is wrong with what was entered. */
export type Checked<Kept> = { ok: true; value: Kept } | { ok: false; problem: string };

export type Rule<Entered, Kept> = (entered: Entered) => Checked<Kept>;

const kept = <Kept>(value: Kept): Checked<Kept> => ({ ok: true, value });
const refused = (problem: string): Checked<never> => ({ ok: false, problem });

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

/** The text of an amount as a person typed it ("$1,234.50"); stored as whole cents (design section 2). */
export const typedAmount =
  (missingMessage: string): Rule<string, number> =>
  (entered) => {
    if (entered.trim() === "") return refused(missingMessage);
    const parsed = parseAmount(entered);
    return parsed.ok ? kept(parsed.cents) : refused(parsed.problem);
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

const iconUrls: readonly string[] = GROUP_ICONS.map(groupIconUrl);

/** One of the bundled group icons, by its URL (spec section 9). */
export const groupIcon: Rule<string, string> = (entered) => {
  if (entered === "") return refused("Group icon is missing.");
  return iconUrls.includes(entered) ? kept(entered) : refused("Please choose one of the group icons.");
};

// The fields of each form, in the order in which their problems are shown.

const EVENT_REQUIRED = "All fields are required.";

export const eventRules = {
  title: line(EVENT_REQUIRED, 100),
  date: day(EVENT_REQUIRED),
  participants: people(EVENT_REQUIRED),
};

const EXPENSE_REQUIRED = "Description and amount are required.";

export const expenseRules = {
  description: line(EXPENSE_REQUIRED, 200),
  amount: typedAmount(EXPENSE_REQUIRED),
  splitWith: people("Please select participants."),
};

/** What an expense may have besides. */
export const expenseDetailRules = { note: lines(500), date: day("Please enter a date like 2026-03-14.") };

export const commentRule = lines(500, "Write a comment.");

/** What somebody says about a payment. */
export const paymentNoteRule = lines(200);

export const NO_PARTICIPANTS = "Please select at least one participant.";

export const groupRules = { title: line("Please enter a group name.", 60), icon: groupIcon };

export const newGroupRules = { ...groupRules, members: people(NO_PARTICIPANTS) };
