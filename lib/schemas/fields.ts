import { z } from "zod";
import { balanceToCents, centsToDollars, dollarsToCents, parseAmount } from "@/lib/core/money";
import { GROUP_ICONS, groupIconUrl } from "@/lib/core/group-icons";
import { toLine, toLines } from "@/lib/core/text";

// The building blocks of every input. Messages are texts for people.

/** 24 hexadecimal digits, as strings at the edge. */
export const id = z
  .string()
  .regex(/^[0-9a-f]{24}$/i, "This is not a valid id.")
  .transform((value) => value.toLowerCase());

/**
 * The id of a thing that has to be looked up. Any string passes: a malformed id answers "not found" like one
 * that does not exist or that may not be seen (design section 4), and lib/access.ts says so.
 */
export const reference = z.string("An id is missing.").meta({ pattern: "^[0-9a-f]{24}$" });

/** An id of the acting user in a body or query. The handler refuses any that is not the session's user. */
export const actorId = z.string().max(64).optional();

/**
 * One line of text, cleaned by {@link toLine}. What shows nothing becomes `blankMessage`; longer than `max`
 * characters is refused.
 */
export function line(blankMessage: string, max: number) {
  return z
    .string(blankMessage)
    .transform(toLine)
    .pipe(z.string().min(1, blankMessage).max(max, `Please use at most ${max} characters.`));
}

/** Text of several lines, cleaned by {@link toLines}; may be blank. Longer than `max` characters is refused. */
export function text(max: number, missingMessage = "Enter a text.") {
  return z
    .string(missingMessage)
    .transform(toLines)
    .pipe(z.string().max(max, `Please use at most ${max} characters.`));
}

/**
 * An amount of money: dollars as a JSON number (12.34), or the text a person typed ("$1,234.50").
 * Result: whole cents. Design section 2.
 */
export function amount(missingMessage: string) {
  return z.union([z.number(), z.string()], { error: missingMessage }).transform((value, context) => {
    if (typeof value === "string") {
      if (value.trim() === "") {
        context.addIssue({ code: "custom", message: missingMessage });
        return z.NEVER;
      }
      const parsed = parseAmount(value);
      if (parsed.ok) return parsed.cents;
      context.addIssue({ code: "custom", message: parsed.problem });
      return z.NEVER;
    }
    const cents = dollarsToCents(value);
    if (cents !== null) return cents;
    context.addIssue({ code: "custom", message: AMOUNT_MESSAGE });
    return z.NEVER;
  });
}

const BALANCE_MESSAGE = "Enter an amount in dollars with at most 2 decimals.";

/** In dollars; beyond it cents are no longer exact. */
const MAX_BALANCE = 90_000_000_000_000;

/** What somebody owes, in dollars: more than one expense may be, since many add up. Result: whole cents. */
export const balance = z.number(BALANCE_MESSAGE).transform((dollars, context) => {
  const cents = dollars > 0 && dollars <= MAX_BALANCE ? balanceToCents(dollars) : 0;
  if (cents > 0 && centsToDollars(cents) === dollars) return cents;
  context.addIssue({ code: "custom", message: BALANCE_MESSAGE });
  return z.NEVER;
});

/** For numbers that are no valid amount. */
export const AMOUNT_MESSAGE = "Enter an amount from $0.01 to $9,999,999.99 with at most 2 decimals.";

/** At most this many people in a group, an event or a split. */
export const MAX_PEOPLE = 200;

/** A set of ids: duplicates are dropped, at least one is required. */
export function people(emptyMessage: string) {
  return z
    .array(id, emptyMessage)
    .max(MAX_PEOPLE, `Please select at most ${MAX_PEOPLE} people.`)
    .transform((ids) => [...new Set(ids)])
    .pipe(z.array(z.string()).min(1, emptyMessage));
}

/** A calendar day or an ISO date-time; only the date part counts. Result: midnight UTC of that day. */
export function day(missingMessage: string) {
  return z
    .string(missingMessage)
    .trim()
    .min(1, missingMessage)
    .transform((value, context) => {
      const text = value.slice(0, 10);
      const date = new Date(`${text}T00:00:00.000Z`);
      const valid =
        /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/.test(value) &&
        !Number.isNaN(date.getTime()) &&
        date.toISOString().startsWith(text);
      if (valid && date.getUTCFullYear() >= 1900) return date;
      context.addIssue({ code: "custom", message: "Please enter a date like 2026-03-14." });
      return z.NEVER;
    });
}

const iconUrls: readonly string[] = GROUP_ICONS.map(groupIconUrl);

/** One of the bundled group icons, by its URL (spec section 9). */
export const groupIcon = z
  .string("Group icon is missing.")
  .min(1, "Group icon is missing.")
  .refine((url) => iconUrls.includes(url), "Please choose one of the group icons.");

/** The revision a form was loaded with; stale ones are refused (design section 5). */
export const rev = z.number().int().min(0).optional();
