import "server-only";
import { type Filter, ObjectId } from "mongodb";
import { keywordsOf } from "@/lib/core/expenses/categories";
import { SEARCHED_FIELDS } from "@/lib/core/expenses/details";
import { amountOf, meaningOf, type WordMeaning } from "@/lib/core/expenses/search";
import type { Page } from "@/lib/core/page";
import { wordPattern } from "@/lib/core/text/word-pattern";
import { collections, type EventDoc, type ExpenseDoc } from "../collections";
import { aggregate, lookupEvent, pageStages, toPage } from "../page";

/**
 * A page of a group's expenses in which each word of a text is in a searched text, or means a payer, a participant, or
 * the category; or whose amount is the text. With their events, latest first.
 * @param text a line (`toLine`), not blank
 * @param meanings of its words
 */
export async function searchExpenses(
  groupId: ObjectId,
  text: string,
  limit: number,
  meanings: readonly WordMeaning[] = wordsOf(text).map((word) => meaningOf(word, [])),
): Promise<Page<ExpenseDoc & { event: EventDoc }>> {
  const { expenses } = await collections();
  const cents = amountOf(text);
  const filter: Filter<ExpenseDoc> = {
    groupId,
    deletedAt: null,
    $or: [
      { $and: meanings.map((meaning) => ({ $or: matchesOf(meaning) })) },
      ...(cents === null ? [] : [{ cents }]),
    ],
  };
  const rows = await aggregate<ExpenseDoc & { event: EventDoc }>(expenses, [
    ...pageStages<ExpenseDoc>(filter, "date", { limit }),
    lookupEvent,
    { $unwind: "$event" },
  ]);
  return toPage(rows, { limit }, ({ date }) => date);
}

/** The words of a line. */
export const wordsOf = (text: string): string[] => text.split(/\s+/);

/** The expenses that match a word. They may include some without a category whose description suggests another one. */
function matchesOf({ word, people, categories }: WordMeaning): Filter<ExpenseDoc>[] {
  const isOne = { $in: [...people].map((id) => new ObjectId(id)) };
  // A separate pattern for each: a server may limit the length of a pattern.
  const suggested = [...categories].flatMap(keywordsOf).map((keyword) => ({
    description: { $regex: `\\b${pluralPattern(keyword)}\\b`, $options: "i" },
  }));
  return [
    ...SEARCHED_FIELDS.map((field) => ({ [field]: { $regex: wordPattern(word), $options: "i" } })),
    ...(people.size > 0 ? [{ "payers.user": isOne }, { "shares.user": isOne }] : []),
    ...(categories.size > 0 ? [{ category: { $in: [...categories] } }] : []),
    ...(suggested.length > 0 ? [{ category: null, $or: suggested }] : []),
  ];
}

const pluralPattern = (word: string): string =>
  word.endsWith("y") ? `${wordPattern(word.slice(0, -1))}(y|ies)` : `${wordPattern(word)}(e?s)?`;
