import { MAX_DESCRIPTION } from "@/lib/core/limits";
import { parseAmount } from "@/lib/core/money/amounts";
import { calendarDate, ok, peopleIds, err, singleLine, type Rule } from "./rule";

/** An amount as typed ("$1,234.50"); stored in cents (docs/rules.md#money). */
export const typedAmount =
  (missingMessage: string, parse = parseAmount): Rule<string, number> =>
  (entered) => {
    if (entered.trim() === "") return err(missingMessage);
    const parsed = parse(entered);
    return parsed.ok ? ok(parsed.cents) : err(parsed.problem);
  };

const EXPENSE_REQUIRED = "Description and amount are required.";

export const expenseRules = {
  description: singleLine(MAX_DESCRIPTION, EXPENSE_REQUIRED),
  amount: typedAmount(EXPENSE_REQUIRED),
  splitWith: peopleIds("Please select participants."),
};

/** The message for a value of a split, or of a payment, that is not a number. */
export const SPLIT_VALUE_MESSAGE = "Enter a number with at most 2 decimals.";

/** The day of an expense, or the last one of a series. */
export const expenseDate = calendarDate();
