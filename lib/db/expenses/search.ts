import "server-only";
import type { Filter, ObjectId } from "mongodb";
import type { Category } from "@/lib/core/expenses/categories";
import { EXPENSE_DETAIL_FIELDS, SEARCHED_FIELDS } from "@/lib/core/expenses/details";
import type { WordMeaning } from "@/lib/core/expenses/search";
import { SEARCHED_EXPENSES } from "@/lib/core/limits";
import { wordPattern } from "@/lib/core/text/word-pattern";
import { collections, type ExpenseDoc } from "../collections";
import { toIds, uniqueIds } from "../ids";
import { lookup } from "../page";
import { within, type DayRange } from "../settlements/entries";

/** What a search is for. */
export type Searched = {
  /** Each has to match a searched text, a payer, a participant, or the category … */
  words?: readonly WordMeaning[];
  /** … or the amount has to be one of these. */
  cents?: readonly number[];
  event?: ObjectId | undefined;
  /** A payer or participant. */
  person?: ObjectId | undefined;
  category?: Category | undefined;
} & DayRange;

const FIELDS = [
  ...(["groupId", "eventId", "description", "cents", "paidBy", "payers", "date"] as const),
  ...EXPENSE_DETAIL_FIELDS,
];

/** What a search needs of an expense. `shares`: of the member and the person, because a word can name everybody. */
export type FoundDoc = Pick<ExpenseDoc, "_id" | "shares" | (typeof FIELDS)[number]> & {
  /** For each word, the share of the first participant whom it names. */
  meant?: readonly (ExpenseDoc["shares"][number] | null)[];
};

/**
 * The matching expenses of some of a member's groups, in no order. Of a category, they include all without one, because
 * only `categoryOf` knows which category a description suggests. One command.
 * @param limit how many expenses of each group are read, the latest ones
 */
export async function searchExpenses(
  member: ObjectId,
  groupIds: readonly ObjectId[],
  searched: Searched,
  limit: number,
): Promise<FoundDoc[]> {
  const { groups } = await collections();
  const { event, person, words = [] } = searched;
  const shown = uniqueIds([member, ...(person ? [person] : [])]);
  const firstOf = ({ people }: WordMeaning) => ({
    $first: {
      $filter: {
        input: "$shares",
        as: "one",
        limit: 1,
        cond: { $in: ["$$one.user", toIds([...people])] },
      },
    },
  });
  const stages = [
    { $match: { _id: { $in: [...groupIds] }, members: member, deletedAt: null } },
    { $project: { _id: 1 } },
    // By group, because the latest expenses of each are at the start of its part of the index.
    lookup({ from: "expenses", localField: "_id", foreignField: "groupId", as: "found" }, [
      { $match: { deletedAt: null, ...(event && { eventId: event }), ...within("date", searched) } },
      { $sort: { date: -1, _id: -1 } },
      { $limit: limit },
      { $match: filterOf(searched) },
      {
        $project: {
          ...Object.fromEntries(FIELDS.map((field) => [field, 1])),
          shares: { $filter: { input: "$shares", as: "one", cond: { $in: ["$$one.user", shown] } } },
          ...(words.some(({ people }) => people.size > 0) && { meant: words.map(firstOf) }),
        },
      },
    ]),
    { $unwind: "$found" },
    { $replaceRoot: { newRoot: "$found" } },
  ];
  return groups.aggregate<FoundDoc>(stages, { batchSize: SEARCHED_EXPENSES }).toArray();
}

function filterOf({ words = [], cents = [], person, category }: Searched): Filter<ExpenseDoc> {
  const text = [
    ...(words.length > 0 ? [{ $and: words.map((word) => ({ $or: matchesOf(word) })) }] : []),
    ...(cents.length > 0 ? [{ cents: { $in: [...cents] } }] : []),
  ];
  const all: Filter<ExpenseDoc>[] = [
    ...(text.length > 0 ? [{ $or: text }] : []),
    ...(person ? [{ $or: [{ "payers.user": person }, { "shares.user": person }] }] : []),
    ...(category ? [{ category: { $in: [null, category] } }] : []),
  ];
  return all.length > 0 ? { $and: all } : {};
}

/** The words of a line. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

function matchesOf({ word, people, categories }: WordMeaning): Filter<ExpenseDoc>[] {
  const isOne = { $in: toIds([...people]) };
  return [
    ...SEARCHED_FIELDS.map((field) => ({ [field]: { $regex: wordPattern(word), $options: "i" } })),
    ...(people.size > 0 ? [{ "payers.user": isOne }, { "shares.user": isOne }] : []),
    ...(categories.size > 0 ? [{ category: { $in: [null, ...categories] } }] : []),
  ];
}
