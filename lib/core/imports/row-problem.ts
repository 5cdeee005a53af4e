import { cleanedDetails } from "@/lib/core/expenses/details";
import { MAX_DESCRIPTION, MAX_PAYMENT_NOTE } from "@/lib/core/limits";
import { pairKey } from "@/lib/core/money/ledger";
import { isAmount, MAX_CENTS, sumCents } from "@/lib/core/money/money";
import { calendarDay } from "@/lib/core/text/dates";
import { cleanedUpTo, shorten, toLine, toLines } from "@/lib/core/text/text";
import type { ImportExpense, ImportPlanPart, Unnumbered } from "./import-file";

/** A later date is a typing error. */
const LAST_YEAR = 2999;

const NOT_POSITIVE = "The amount must be more than zero.";
const TOO_LARGE = "The amount is too large.";
const TO_THEMSELVES = "It is a payment from a person to themselves.";

/**
 * Cleans the texts of a row, and says why Evenly does not take it, although its file can be read.
 * @returns the row, or the reason as a sentence for users
 */
export function takenRow(row: Unnumbered): Unnumbered | string {
  if (row.date === "") return "It has no date.";
  const day = calendarDay(row.date);
  if (!day || day.getUTCFullYear() > LAST_YEAR)
    return `“${excerpt(row.date)}” is not a date like 2026-03-14.`;
  const date = day.toISOString().slice(0, 10);
  switch (row.kind) {
    case "expense": {
      const description = cleanedUpTo(MAX_DESCRIPTION, toLine, row.description);
      const details = cleanedDetails(row);
      if (description === "") return "It has no description.";
      if (description === null) return `Its description has over ${MAX_DESCRIPTION} characters.`;
      if (typeof details === "string") return details;
      return (
        amountProblem(Math.abs(row.cents), MAX_CENTS) ??
        partsProblem(row) ??
        debtsProblem(row.debts ?? [], Math.abs(row.cents)) ?? { ...row, date, description, ...details }
      );
    }
    case "payment": {
      const note = cleanedUpTo(MAX_PAYMENT_NOTE, toLines, row.note);
      if (note === null) return `Its note has over ${MAX_PAYMENT_NOTE} characters.`;
      if (row.from === row.to) return TO_THEMSELVES;
      return amountProblem(row.cents, MAX_CENTS) ?? { ...row, date, note };
    }
    case "plan": {
      return debtsProblem(row.debts) ?? debtsProblem(row.replaced) ?? { ...row, date };
    }
  }
}

function amountProblem(cents: number, most: number): string | null {
  if (cents > most) return TOO_LARGE;
  if (cents <= 0) return NOT_POSITIVE;
  return Number.isSafeInteger(cents) ? null : "The amount has a fraction of a cent.";
}

/** Why these are not debts, at most one between two people. @param most the largest one, in cents */
function debtsProblem(debts: ImportPlanPart["debts"], most = MAX_CENTS): string | null {
  if (debts.some(({ from, to }) => from === to)) return TO_THEMSELVES;
  const pairs = debts.map(({ from, to }) => pairKey(String(from), String(to)));
  if (new Set(pairs).size < pairs.length) return "Two of its debts are between the same people.";
  return debts.map(({ cents }) => amountProblem(cents, most)).find(Boolean) ?? null;
}

/** Why the parts of an expense do not make it up. Those of a refund are negative. */
function partsProblem({ cents, payers, shares }: Pick<ImportExpense, "cents" | "payers" | "shares">) {
  for (const [parts, name] of [
    [payers, "payments"],
    [shares, "shares"],
  ] as const) {
    if (new Set(parts.map(({ person }) => person)).size < parts.length)
      return `A person is listed twice in its ${name}.`;
    if (parts.some((part) => part.cents !== 0 && (!isAmount(part.cents) || part.cents < 0 !== cents < 0)))
      return `One of its ${name} is not an amount.`;
    if (sumCents(parts.map((part) => part.cents)) !== cents) return `Its ${name} do not sum to the amount.`;
  }
  return payers.some((part) => part.cents === 0) ? "One of its payments is $0.00." : null;
}

/** The beginning of a cell, to quote it in a message. */
export const excerpt = (text: string): string => shorten(toLine(text.slice(0, 100)), 30);
