import { requireCents } from "./totals";

// Inside the application money is integer cents; at the API edge it is decimal dollars as JSON numbers.
// The two are converted through decimal strings: 8.7 * 100 is 869.9999999999999.

/** The largest amount of an expense, in cents: $9,999,999.99. */
export const MAX_CENTS = 999_999_999;

/** Why a text or a number is not an amount. */
export type MoneyProblem = "required" | "format" | "comma" | "zero" | "decimals" | "too-large";

/** What people are told about each problem. */
export const MONEY_PROBLEMS: Readonly<Record<MoneyProblem, string>> = {
  required: "Please enter an amount.",
  format: "Please enter an amount like 12.50.",
  comma: "Please write cents after a point, not a comma, like 12.50.",
  zero: "The amount must be more than $0.00.",
  decimals: "An amount has at most 2 decimals.",
  "too-large": "The amount can be at most $9,999,999.99.",
};

/** A valid amount in cents, or what is wrong with it: `problem` is a sentence for people. */
export type ParsedAmount = { ok: true; cents: number } | { ok: false; kind: MoneyProblem; problem: string };

const PLAIN = /^(\d*)(?:\.(\d*))?$/;
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;
const COMMA_DECIMALS = /^[\d.\s']*\d,\d*$|^,\d+$/;

/**
 * Reads an amount as people type it: `12`, `12.5`, `1,234.50`, `$12`, blanks around it. `12,50` is refused
 * rather than guessed, since it is 12.50 to some and 1,250 to others.
 * @param text what was typed, in dollars
 * @returns cents from 1 to {@link MAX_CENTS}, or the problem
 */
export function parseAmount(text: string): ParsedAmount {
  const typed = text.trim();
  if (typed === "") return refuse("required");

  const negative = /^[-\u2212]/.test(typed);
  const unsigned = typed.replace(/^[-\u2212]\s*/, "").replace(/^\$\s*/, "");
  const digits = GROUPED.test(unsigned) ? unsigned.replaceAll(",", "") : unsigned;
  if (digits.includes(",")) return refuse(COMMA_DECIMALS.test(digits) ? "comma" : "format");

  const match = PLAIN.exec(digits);
  const whole = match?.[1] ?? "";
  const decimals = match?.[2] ?? "";
  if (!match || whole + decimals === "") return refuse("format");
  if (negative) return refuse("zero");
  return fromDigits(whole, decimals);
}

/**
 * Reads an amount of the API.
 * @param amount dollars, as it stood in the JSON
 * @returns cents from 1 to {@link MAX_CENTS}, or the problem
 */
export function parseDollars(amount: number): ParsedAmount {
  if (!Number.isFinite(amount)) return refuse("format");
  if (amount <= 0) return refuse("zero");
  if (amount > MAX_CENTS / 100) return refuse("too-large");
  // JavaScript writes a number with an exponent only from 1e21 up and below 1e-6, far outside of what is valid.
  const match = PLAIN.exec(String(amount));
  return match ? fromDigits(match[1] ?? "", match[2] ?? "") : refuse("decimals");
}

/**
 * @param amount dollars
 * @returns cents, or null when the amount is not valid (≤ 0, over 9,999,999.99, more than 2 decimals, not finite)
 */
export function dollarsToCents(amount: number): number | null {
  const parsed = parseDollars(amount);
  return parsed.ok ? parsed.cents : null;
}

/**
 * @param cents of either sign: balances are negative where somebody owes
 * @returns dollars, the number whose shortest decimal form has at most 2 decimals
 * @throws RangeError when `cents` is not a safe integer
 */
export function centsToDollars(cents: number): number {
  // A division is rounded to the nearest double, and that is the very double that the decimal text stands for.
  return requireCents(cents) / 100;
}

/**
 * @param cents of either sign
 * @returns `$1,234.50`, `-$12.34`
 * @throws RangeError when `cents` is not a safe integer
 */
export function formatCents(cents: number): string {
  const digits = String(Math.abs(requireCents(cents))).padStart(3, "0");
  const dollars = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${cents < 0 ? "-" : ""}$${dollars}.${digits.slice(-2)}`;
}

/**
 * @param amount dollars of either sign, as the API gives them
 * @returns `$1,234.50`, `-$12.34`
 * @throws RangeError when the amount is not finite or too large to be exact
 */
export function formatDollars(amount: number): string {
  return formatCents(balanceToCents(amount));
}

/**
 * For balances and totals, which may be negative, zero or larger than an expense; see {@link dollarsToCents} for
 * amounts.
 * @param balance dollars of either sign, as the API gives them
 * @returns cents
 * @throws RangeError when the balance is not finite or too large to be exact
 */
export function balanceToCents(balance: number): number {
  // toFixed works on the exact decimal value of the double, so 8.7 gives "8.70" and never "8.69".
  return requireCents(Number(balance.toFixed(2).replace(".", "")));
}

/** Digits before and after the point (never both empty) to cents. */
function fromDigits(whole: string, decimals: string): ParsedAmount {
  const significant = whole.replace(/^0+/, "");
  if (decimals.length > 2) return refuse("decimals");
  if (significant.length > 7) return refuse("too-large");
  const cents = Number(significant + decimals.padEnd(2, "0"));
  return cents === 0 ? refuse("zero") : { ok: true, cents };
}

function refuse(kind: MoneyProblem): ParsedAmount {
  return { ok: false, kind, problem: MONEY_PROBLEMS[kind] };
}
