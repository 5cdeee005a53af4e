import { z } from "zod";
import { MAX_PEOPLE } from "../core/max-people";
import { exactCents, MAX_CENTS } from "@/lib/core/money/money";
import { MAX_ROWS } from "@/lib/core/page";
import { expenseRules } from "./rules/expenses";
import { paymentAmountRule } from "./rules/settlements";
import { ok, err, TOO_MANY_PEOPLE, type Checked, type Rule } from "./rules/rule";

// The building blocks of all inputs and responses.

// Responses. Amounts are dollars; ids are strings; dates are ISO strings.

export const id = z.string().regex(/^[0-9a-f]{24}$/);
export const dollars = z.number().describe("US dollars");
export const positiveDollars = z.number().gt(0).describe("US dollars");
/** The amount of an expense or of a part of it. */
export const signedDollars = dollars.describe("US dollars; negative in a refund");
export const isoDate = z.iso.datetime();
export const titled = z.strictObject({ _id: id, title: z.string() });
export const success = z.strictObject({ success: z.literal(true) });

/** A table for spreadsheets. */
export const csv = z.string().meta({ description: "RFC 4180, UTF-8; amounts in US dollars" });

// Inputs. Messages are user-facing.

/** 24 hexadecimal digits; ids are strings in the API. */
export const userId = z
  .string()
  .regex(/^[0-9a-f]{24}$/i, "This is not a valid id.")
  .transform((value) => value.toLowerCase());

/**
 * The id of an item that is looked up. Any string passes: a malformed id gets "not found", like an id that does not
 * exist or is not visible (docs/rules.md#rights). lib/server/access.ts decides.
 */
export const lookupId = z.string("An id is missing.").toLowerCase().meta({ pattern: "^[0-9a-f]{24}$" });

/** The id of the acting user in a body or query. The handler refuses ids other than the session's user. */
export const actorId = z.string().max(64).optional();

/** The message with which a rule refuses a value. */
export const problemOf = (checked: Checked<unknown>) => (checked.ok ? "" : checked.problem);

/** Adapts a rule of lib/contract/rules to zod and reports its problem as an issue of the schema. */
function take<Kept>(checked: Checked<Kept>, context: z.RefinementCtx): Kept {
  if (checked.ok) return checked.value;
  context.addIssue({ code: "custom", message: checked.problem });
  return z.NEVER;
}

/** A text that follows a rule. Values that are not strings are refused like blank text, if the rule refuses that. */
export function text<Kept>(rule: Rule<string, Kept>) {
  const missing = problemOf(rule(""));
  const string = missing ? z.string(missing).min(1, missing) : z.string("Enter some text.");
  return string.transform((value, context) => take(rule(value), context));
}

/** A list of user ids that follows a rule. */
export function people(rule: Rule<readonly string[], string[]>) {
  return z
    .array(userId, problemOf(rule([])))
    .max(MAX_PEOPLE, TOO_MANY_PEOPLE)
    .transform((ids, context) => take(rule(ids), context));
}

/** The value in hundredths, as an integer from `least` to `most`. */
function exact(value: number, least: number, most: number, problem: string): Checked<number> {
  const hundredths = exactCents(value);
  return hundredths !== null && hundredths >= least && hundredths <= most ? ok(hundredths) : err(problem);
}

/** Dollars as a JSON number (12.34), or the typed text ("$1,234.50"). Result: cents (docs/rules.md#money). */
const amountOf = (rule: Rule<string, number>, least: number, problem: string) =>
  z.union([z.number(), z.string()], { error: problemOf(rule("")) }).transform((value, context) => {
    const checked = typeof value === "string" ? rule(value) : exact(value, least, MAX_CENTS, problem);
    return take(checked.ok && checked.value === 0 ? err(problem) : checked, context);
  });

const RANGE = "from $0.01 to $9,999,999.99 with at most 2 decimals";

/** The amount of an expense, negative of a refund (docs/rules.md#refunds). */
export const amount = amountOf(
  expenseRules.amount,
  -MAX_CENTS,
  `Enter an amount ${RANGE}, or with a minus for a refund.`,
);

/** What somebody pays. */
export const paymentAmount = amountOf(paymentAmountRule, 1, `Enter an amount ${RANGE}.`);

/** A number with at most two decimals: dollars, percent, or a weight. Result: see {@link exact}. */
export const decimal = (problem: string, least: number, most: number) =>
  z.number(problem).transform((value, context) => take(exact(value, least, most, problem), context));

const BALANCE_MESSAGE = "Enter an amount in dollars with at most 2 decimals.";

/** A balance in dollars, which can exceed the largest expense. Result: cents. */
export const balance = decimal(BALANCE_MESSAGE, 1, Infinity);

/** A balance with a sign. */
export const net = decimal(BALANCE_MESSAGE, -Infinity, Infinity);

/** The revision with which a form was loaded. Stale ones are refused (docs/rules.md#calls). */
export const rev = z.number().int().min(0).optional();

// Query strings.

/** ?userId= names the actor; the session decides. */
export const actorQuery = z.object({ userId: actorId });

const LIMIT = `limit must be a whole number from 1 to ${MAX_ROWS}.`;

/** Lists that can grow: `limit` rows after `cursor`. Without them, the first {@link MAX_ROWS} (docs/rules.md#calls). */
const page = {
  ...actorQuery.shape,
  limit: z.coerce.number(LIMIT).int().min(1).max(MAX_ROWS).optional(),
  cursor: z.string().max(200).optional(),
};

/** `until` is the `at` of the latest activity that was shown; default: now. */
export const seenQuery = z.object({
  ...actorQuery.shape,
  until: z.iso
    .datetime()
    .transform((at) => new Date(at))
    .optional(),
});

/** The query of a list that is identified by its path. */
export const pageQuery = z.object(page);

export const groupQuery = z.object({ groupId: lookupId, ...page });
export const eventQuery = z.object({ eventId: lookupId, ...page });
