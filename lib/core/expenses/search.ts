import { parseAmount } from "../money/amounts";
import { isArithmetic } from "../money/arithmetic";
import { CATEGORIES, CATEGORY_NAMES, type Category } from "./categories";
import { SEARCHED_EXPENSES } from "../limits";
import { fold } from "../search";

/** A word of this length or more matches the start of a name. */
const START = 3;

/** What a word of a search can match besides text: people of the group, by id, and categories. */
export type WordMeaning = { word: string; people: ReadonlySet<string>; categories: ReadonlySet<Category> };

const partsOf = (name: string) => fold(name).split(/[^\p{L}\p{M}\p{N}]+/u);

/** What each word of a search can match. @param people of the groups that are searched */
export function meaningsOf(
  words: readonly string[],
  people: readonly { id: string; name: string }[],
): WordMeaning[] {
  if (words.length === 0) return [];
  const named = people.map(({ id, name }) => ({ id, parts: partsOf(name) }));
  return [...new Set(words)].map((word) => {
    const folded = fold(word);
    const isOneOf = (parts: readonly string[]) =>
      parts.some((part) => part === folded || (folded.length >= START && part.startsWith(folded)));
    return {
      word,
      people: new Set(named.filter(({ parts }) => isOneOf(parts)).map(({ id }) => id)),
      categories: new Set(CATEGORIES.filter((category) => isOneOf(partsOf(CATEGORY_NAMES[category])))),
    };
  });
}

/**
 * How many expenses of each group a search reads at most, so that together they are no more than it may: groups that have
 * fewer leave their part to the others.
 * @param counts how many expenses the groups have
 */
export function searchedOfEach(counts: readonly number[]): number {
  let left = SEARCHED_EXPENSES;
  for (const [index, count] of [...counts].sort((one, other) => one - other).entries()) {
    const part = Math.floor(left / (counts.length - index));
    if (count > part) return part;
    left -= count;
  }
  return SEARCHED_EXPENSES;
}

/** The amounts that a search means, in cents: `60` also finds a refund, which is shown without a sign. */
export function amountsOf(text: string): number[] {
  const amount = isArithmetic(text) ? null : parseAmount(text);
  if (!amount?.ok) return [];
  return amount.cents < 0 ? [amount.cents] : [amount.cents, -amount.cents];
}
