import { evaluate, type ArithmeticProblem } from "./arithmetic";
import { MAX_CENTS } from "./money";
import { readTypedNumber } from "./typed-number";

// The amount of an expense, as a person types it or as the API gets it.

/** Why a text or a number is not an amount. */
export type MoneyProblem = "required" | "zero" | ArithmeticProblem;

/** What people are told about each problem. */
export const MONEY_PROBLEMS: Readonly<Record<MoneyProblem, string>> = {
  required: "Please enter an amount.",
  format: "Please enter an amount like 12.50.",
  zero: "The amount must be more than $0.00.",
  decimals: "An amount has at most 2 decimals.",
  "too-large": "The amount can be at most $9,999,999.99.",
  "division-by-zero": "An amount cannot be divided by zero.",
};

/** A valid amount in cents, or what is wrong with it: `problem` is a sentence for people. */
export type ParsedAmount = { ok: true; cents: number } | { ok: false; kind: MoneyProblem; problem: string };

/**
 * Reads an amount as people type it: `12`, `12.5`, `12,50`, `1,234.50`, `1.234,50`, `$12`, or arithmetic such as
 * `12+8.50` and `60/4`, whose result is rounded to whole cents. What is ambiguous is refused rather than guessed.
 * @param text what was typed, in dollars
 * @returns cents from 1 to {@link MAX_CENTS}, or the problem
 */
export function parseAmount(text: string): ParsedAmount {
  const typed = text.trim();
  if (typed === "") return refuse("required");
  const value = evaluate(typed);
  return value.ok ? fromHundredths(value.hundredths) : refuse(value.kind);
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
  const number = readTypedNumber(String(amount));
  if (!number || number.decimals > 2) return refuse("decimals");
  return fromHundredths(BigInt(number.digits + "0".repeat(2 - number.decimals)));
}

/**
 * @param amount dollars
 * @returns cents, or null when the amount is not valid (≤ 0, over 9,999,999.99, more than 2 decimals, not finite)
 */
export function dollarsToCents(amount: number): number | null {
  const parsed = parseDollars(amount);
  return parsed.ok ? parsed.cents : null;
}

function fromHundredths(hundredths: bigint): ParsedAmount {
  if (hundredths <= 0n) return refuse("zero");
  return hundredths > MAX_CENTS ? refuse("too-large") : { ok: true, cents: Number(hundredths) };
}

function refuse(kind: MoneyProblem): ParsedAmount {
  return { ok: false, kind, problem: MONEY_PROBLEMS[kind] };
}
