import { parseAmount } from "@/lib/core/amounts";
import { day, kept, line, lines, people, refused, type Rule } from "./rules";

/** The text of an amount as a person typed it ("$1,234.50"); stored as whole cents (design section 2). */
export const typedAmount =
  (missingMessage: string): Rule<string, number> =>
  (entered) => {
    if (entered.trim() === "") return refused(missingMessage);
    const parsed = parseAmount(entered);
    return parsed.ok ? kept(parsed.cents) : refused(parsed.problem);
  };

const EXPENSE_REQUIRED = "Description and amount are required.";

export const expenseRules = {
  description: line(EXPENSE_REQUIRED, 200),
  amount: typedAmount(EXPENSE_REQUIRED),
  splitWith: people("Please select participants."),
};

/** What is said of a part of a split or a payment that is not a number. */
export const SPLIT_VALUE_MESSAGE = "Enter a number with at most 2 decimals.";

/** What an expense may have besides. */
export const expenseDetailRules = { note: lines(500), date: day("Please enter a date like 2026-03-14.") };

export const commentRule = lines(500, "Write a comment.");

/** What somebody says about a payment. */
export const paymentNoteRule = lines(200);
