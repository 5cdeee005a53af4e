import { dateOnly } from "@/lib/core/text/dates";
import { sumByKey } from "./money/totals";

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
  const days = [...new Set(latest.map(dayOf))];
  const listed = (hasMore ? days.slice(0, -1) : days)
    .slice(0, MAX_DAYS)
    .reverse()
    .map((day) => ({ day, paid: sumByKey(latest.filter((one) => dayOf(one) === day).flatMap(entriesOf)) }));
  const known = listed.flatMap(({ paid }) => [...paid].map(([user, cents]) => [user, -cents] as const));
  // Negative if an expense was added after the totals were read.
  const before = new Map([...sumByKey([...totals, ...known])].filter(([, cents]) => cents > 0));
  return before.size > 0 ? [{ day: null, paid: before }, ...listed] : listed;
}

const dayOf = ({ date }: Paid) => dateOnly(date.toISOString());
const entriesOf = ({ payers }: Paid) => payers.map(({ user, cents }) => [user.toString(), cents] as const);
