import { groupBy } from "@/lib/core/group-by";
import { dateOnly } from "@/lib/core/text/dates";
import { netByPerson, type Payment } from "./money/payments";
import { sumByKey, sumCents } from "@/lib/core/money/money";

/** What each person paid on a day, in cents by user id. `day` null: on all days before the others, together. */
type PaidDay = { day: string | null; paid: Map<string, number> };

/** The most days that are listed one by one. */
export const MAX_DAYS = 14;

type Paid = { date: Date; payers: readonly { user: { toString(): string }; cents: number }[] };

/**
 * What each person paid for an event, day by day, earliest first. The days before the last ones are one entry, which is
 * what remains of the totals, so that the days add up to them and no more than the latest expenses are needed.
 * @param latest the latest expenses, newest first
 * @param hasMore whether there are earlier ones; some may be of the earliest of these days
 * @param totals what each person paid in all, in cents by user id
 */
export function paidByDay(
  latest: readonly Paid[],
  hasMore: boolean,
  totals: ReadonlyMap<string, number>,
): PaidDay[] {
  const days = [...groupBy(latest, dayOf)];
  const listed = (hasMore ? days.slice(0, -1) : days)
    .slice(0, MAX_DAYS)
    .reverse()
    .map(([day, expenses]) => ({ day, paid: sumByKey(expenses.flatMap(entriesOf)) }));
  if (!hasMore && listed.length === days.length) return listed;
  const known = listed.flatMap(({ paid }) => [...paid].map(([user, cents]) => [user, -cents] as const));
  const before = sumByKey([...totals, ...known]);
  return before.size > 0 ? [{ day: null, paid: before }, ...listed] : listed;
}

const dayOf = ({ date }: Paid) => dateOnly(date.toISOString());
const entriesOf = ({ payers }: Paid) => payers.map(({ user, cents }) => [user.toString(), cents] as const);

/** What remains for one person, in cents: `net + payments + moved = left`. */
export type Remains = {
  /** What they paid minus their share. */
  net: number;
  /** What they paid others minus what they got. */
  payments: number;
  /** The same of what plans moved to other events. */
  moved: number;
  /** What they still get; negative: what they still pay. */
  left: number;
};

/**
 * How the differences of an event, the payments made, and what plans moved add up to what is left, by user id.
 * @param nets in cents by user id
 */
export function remains(
  nets: ReadonlyMap<string, number>,
  made: readonly Payment[],
  moved: readonly Payment[],
): Map<string, Remains> {
  const paid = netByPerson(backwards(made));
  const away = netByPerson(backwards(moved));
  const ids = new Set([nets, paid, away].flatMap((sums) => [...sums.keys()]));
  return new Map(
    [...ids].map((id) => {
      const one = { net: nets.get(id) ?? 0, payments: paid.get(id) ?? 0, moved: away.get(id) ?? 0 };
      return [id, { ...one, left: sumCents(Object.values(one)) }];
    }),
  );
}

const backwards = (payments: readonly Payment[]) =>
  payments.map(({ from, to, cents }) => ({ from: to, to: from, cents }));

/** People with the same share of an expense, by user id. `users` null: everyone whom no other group names. */
export type SameShare = { users: string[] | null; cents: number };

/** From how many people on they are not named, if they are all the others. */
const MANY = 4;

/**
 * The shares of an expense, people with the same one together, the fewest first. Where everyone has a share, the largest
 * group is not named, so that an expense of 200 people is a line and not a page.
 * @param everyone how many people the event has
 */
export function sameShares(
  shares: readonly { user: { toString(): string }; cents: number }[],
  everyone: number,
): SameShare[] {
  const some = shares.filter(({ cents }) => cents !== 0);
  const sorted = [...groupBy(some, ({ cents }) => cents)]
    .map(([cents, same]) => ({ users: same.map(({ user }) => user.toString()), cents }))
    .sort((a, b) => a.users.length - b.users.length || b.cents - a.cents);
  const most = sorted.at(-1);
  return most && some.length === everyone && most.users.length >= MANY
    ? [...sorted.slice(0, -1), { users: null, cents: most.cents }]
    : sorted;
}
