import "server-only";
import { CATEGORY_NAMES, categoryOf } from "@/lib/core/categories";
import { SEARCHED_FIELDS } from "@/lib/core/expense-details";
import { amountOf, type WordMeaning } from "@/lib/core/expense-search";
import { balanceToCents } from "@/lib/core/money/money";
import { firstName } from "@/lib/core/text/names";
import { wordPattern } from "@/lib/core/text/word-pattern";
import type { Expense } from "@/lib/contract/expenses";

/**
 * What besides its texts and payers makes an expense a result: participants, the category. Null if the words do not fit
 * its category after all.
 */
export function reasonsOf(
  expense: Expense,
  query: string,
  meanings: readonly WordMeaning[],
  nameOf: (id: string) => string,
): string[] | null {
  if (amountOf(query) === balanceToCents(expense.amount)) return [];
  const reasons = meanings.map(({ word, people, categories }) => {
    const inText = new RegExp(wordPattern(word), "iu");
    if (SEARCHED_FIELDS.some((field) => inText.test(expense[field] ?? ""))) return [];
    if (expense.payers.some(({ user }) => people.has(user._id))) return [];
    const participant = expense.shares.find(({ user }) => people.has(user));
    if (participant) return [`with ${firstName(nameOf(participant.user))}`];
    const category = categoryOf(expense);
    return categories.has(category) ? [CATEGORY_NAMES[category]] : null;
  });
  return reasons.includes(null) ? null : [...new Set(reasons.flatMap((one) => one ?? []))];
}
