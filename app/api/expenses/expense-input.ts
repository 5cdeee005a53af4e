import type { z } from "zod";
import type { ExpenseInput } from "@/lib/db/expenses";
import { toIds } from "@/lib/db/ids";
import type { editExpense } from "@/lib/contract/expenses";

/** Converts the body of a request to the input of the database. */
export function expenseInput(body: Omit<z.output<typeof editExpense>, "rev" | "later">): ExpenseInput {
  const { amount: cents, date: day, splitWith, ...rest } = body;
  return { ...rest, cents, day, splitWith: toIds(splitWith) };
}
