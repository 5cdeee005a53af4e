import { evaluate, type ArithmeticProblem } from "./arithmetic";
import { MAX_CENTS } from "./money";

// Parses an amount as typed.

/** Why a value is not an amount. */
export type MoneyProblem = "required" | "zero" | ArithmeticProblem;

/** The user-facing message of each problem. */
export const MONEY_PROBLEMS: Readonly<Record<MoneyProblem, string>> = {
  required: "Please enter an amount.",
  format: "Please enter an amount like 12.50.",
  zero: "The amount can't be $0.00.",
  decimals: "An amount can have at most 2 decimals.",
  "too-large": "The amount can be at most $9,999,999.99.",
  "division-by-zero": "An amount can't be divided by zero.",
};

/** An amount typed like a time of day. */
const WITH_COLON = /^(\$?\s*\d+):(\d\d)$/;

/** In accounting, this is a negative amount, in a calculation a positive one. */
const IN_PARENTHESES = /^\([^()+*/x×÷−-]*\)$/i;

/** A valid amount in cents, or the problem with its user-facing message. */
type ParsedAmount = { ok: true; cents: number } | { ok: false; kind: MoneyProblem; problem: string };

/**
 * Parses an amount as typed: `12`, `12.5`, `12,50`, `1,234.50`, `1.234,50`, `1 234,50`, `$12`, `12 USD`, or arithmetic such
 * as `12+8.50` and `60/4`, whose result is rounded to whole cents. Ambiguous input is refused, not guessed.
 * @param text in dollars; `-60` is a refund
 * @returns cents other than 0, at most {@link MAX_CENTS} either way, or the problem
 */
export function parseAmount(text: string): ParsedAmount {
  const typed = text.trim();
  if (typed === "") return refuse("required");
  if (WITH_COLON.test(typed)) {
    return { ...refuse("format"), problem: `Did you mean ${typed.replace(":", ".")}?` };
  }
  if (IN_PARENTHESES.test(typed)) return refuse("format");
  const value = evaluate(typed);
  if (!value.ok) return refuse(value.kind);
  const cents = Number(value.hundredths);
  if (cents === 0) return refuse("zero");
  return Math.abs(cents) > MAX_CENTS ? refuse("too-large") : { ok: true, cents };
}

/** Parses what somebody pays like {@link parseAmount}: it has to be more than 0. */
export function parsePayment(text: string): ParsedAmount {
  const parsed = parseAmount(text);
  if (parsed.ok ? parsed.cents > 0 : parsed.kind !== "zero") return parsed;
  return { ok: false, kind: "zero", problem: "The amount must be more than $0.00." };
}

function refuse(kind: MoneyProblem) {
  return { ok: false as const, kind, problem: MONEY_PROBLEMS[kind] };
}
