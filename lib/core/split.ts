import { MAX_CENTS } from "./money";

/** What one person's part of an expense is, in cents (0 where there are more people than cents). */
export type Share = { user: string; cents: number };

/**
 * Splits an amount equally, exact to the cent. The cents that do not divide go one by one to people chosen by a
 * rotation derived from the expense's id: not always the same person is unlucky, and the order of the list
 * does not matter.
 * @param cents the amount, 1 to {@link MAX_CENTS}
 * @param people user ids, each once
 * @param expenseId decides who bears the odd cents; the same id always decides alike
 * @returns a share for each person, sorted by user id
 * @throws RangeError on an empty list, a person named twice, or an amount that is not valid
 */
export function splitEqually(cents: number, people: readonly string[], expenseId: string): Share[] {
  if (!Number.isSafeInteger(cents) || cents < 1 || cents > MAX_CENTS) {
    throw new RangeError(`Not an amount in cents: ${cents}`);
  }
  const sorted = [...new Set(people)].sort();
  if (sorted.length === 0) throw new RangeError("Nobody to split with");
  if (sorted.length !== people.length) throw new RangeError("Somebody is named twice");

  const count = sorted.length;
  const floor = Math.floor(cents / count);
  const oddCents = cents % count;
  const first = hash(expenseId) % count;
  return sorted.map((user, index) => {
    const turn = (index - first + count) % count;
    return { user, cents: turn < oddCents ? floor + 1 : floor };
  });
}

/** FNV-1a with a final mix: ids made in the same second differ in a few digits only and have to scatter too. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
