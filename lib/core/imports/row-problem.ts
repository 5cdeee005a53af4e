import {
  expenseDetailRules,
  expenseRules,
  MAX_DESCRIPTION,
  MAX_NOTE,
  paymentNoteRule,
} from "@/lib/contract/rules/expense";
import { MAX_CENTS } from "@/lib/core/money/money";
import { sumCents } from "@/lib/core/money/totals";
import { shorten, toLine } from "@/lib/core/text/text";
import type { Unnumbered } from "./row-key";

/** A later year is a typing error. */
const LAST_YEAR = "2199";

/**
 * Why Evenly does not take a row, although its file can be read: a sentence for users, or null if it does. Whether
 * the people exist is not checked.
 */
export function rowProblem(row: Unnumbered): string | null {
  if (row.date === "") return "It has no date.";
  if (!expenseDetailRules.date(row.date).ok || row.date.slice(0, 4) > LAST_YEAR)
    return `“${excerpt(row.date)}” is not a date like 2026-03-14.`;
  switch (row.kind) {
    case "expense":
      return expenseProblem(row);
    case "payment":
      if (row.from === row.to) return "It is a payment from a person to themselves.";
      if (!paymentNoteRule(row.note).ok) return "Its note is too long.";
      return isPositive(row.cents) ? null : NOT_POSITIVE;
    case "plan": {
      const moves = [...row.debts, ...row.replaced];
      if (moves.some(({ from, to }) => from === to)) return "It is a payment from a person to themselves.";
      return moves.every(({ cents }) => isPositive(cents)) ? null : NOT_POSITIVE;
    }
  }
}

const NOT_POSITIVE = "The amount must be more than $0.00.";

const isPositive = (cents: number) => Number.isSafeInteger(cents) && cents > 0;

function expenseProblem(row: Extract<Unnumbered, { kind: "expense" }>): string | null {
  const { cents, description, note, payers, shares } = row;
  if (!isPositive(cents)) return NOT_POSITIVE;
  if (cents > MAX_CENTS) return "The amount can be at most $9,999,999.99.";
  if (description === "") return "It has no description.";
  if (!expenseRules.description(description).ok)
    return `Its description has over ${MAX_DESCRIPTION} characters.`;
  if (!expenseDetailRules.note(note).ok) return `Its note has over ${MAX_NOTE} characters.`;
  if (payers.length === 0 || shares.length === 0) return "Nobody has paid for it, or nobody shares it.";
  for (const parts of [payers, shares]) {
    if (new Set(parts.map(({ person }) => person)).size < parts.length) return "It lists a person twice.";
    if (parts.some((part) => !Number.isSafeInteger(part.cents) || part.cents < 0))
      return "Someone has a negative part of it.";
    if (sumCents(parts.map((part) => part.cents)) !== cents) return "Its parts do not sum to the amount.";
  }
  return null;
}

/** The beginning of a cell, to quote it in a message. */
export const excerpt = (text: string): string => shorten(toLine(text.slice(0, 100)), 30);
