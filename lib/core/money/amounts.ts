import { evaluate, type ArithmeticProblem } from "./arithmetic";
import { MAX_CENTS } from "./money";

// Parses an amount as typed.

/** Why a value is not an amount. */
export type MoneyProblem = "required" | "zero" | ArithmeticProblem;

/** The user-facing message of each problem. */
export const MONEY_PROBLEMS: Readonly<Record<MoneyProblem, string>> = {
  required: "Please enter an amount.",
  format: "Please enter an amount like 12.50.",
  zero: "The amount must be more than $0.00.",
  decimals: "An amount can have at most 2 decimals.",
  "too-large": "The amount can be at most $9,999,999.99.",
  "division-by-zero": "An amount cannot be divided by zero.",
};

/** An amount typed like a time of day. */
const WITH_COLON = /^(\$?\s*\d+):(\d\d)$/;

/** A valid amount in cents, or the problem with its user-facing message. */
type ParsedAmount = { ok: true; cents: number } | { ok: false; kind: MoneyProblem; problem: string };

/**
 * Parses an amount as typed: `12`, `12.5`, `12,50`, `1,234.50`, `1.234,50`, `1 234,50`, `$12`, `12 USD`, or arithmetic such
 * as `12+8.50` and `60/4`, whose result is rounded to whole cents. Ambiguous input is refused, not guessed.
 * @param text in dollars
 * @returns cents from 1 to {@link MAX_CENTS}, or the problem
 */
export function parseAmount(text: string): ParsedAmount {
  const typed = text.trim();
  if (typed === "") return refuse("required");
  if (WITH_COLON.test(typed)) {
    return { ...refuse("format"), problem: `Did you mean ${typed.replace(":", ".")}?` };
  }
  const value = evaluate(typed);
  if (!value.ok) return refuse(value.kind);
  if (value.hundredths <= 0n) return refuse("zero");
  return value.hundredths > MAX_CENTS ? refuse("too-large") : { ok: true, cents: Number(value.hundredths) };
}

function refuse(kind: MoneyProblem) {
  return { ok: false as const, kind, problem: MONEY_PROBLEMS[kind] };
}
