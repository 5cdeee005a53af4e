import type { Payment } from "./money/payments";
import { sumByKey, sumCents } from "@/lib/core/money/money";
import { monthAfter, monthBefore, monthOf, type SpendingEntry } from "./spending";
import { DAY_MS, dateOnly, longDate, monthName } from "./text/dates";

// The statement of a group over days: how what each person paid and shares, and the payments, lead from the balance
// before the days to the balance after them (docs/rules.md#report).

/** Days, both included: "2026-03-01". Without one, there is no limit. */
export type ReportDays = { from?: string | undefined; until?: string | undefined };

/** The moments of days: from one until before the other. Nothing is after the last day that can be written. */
export const momentsOf = ({ from, until }: ReportDays): { since?: Date; before?: Date } => ({
  ...(from !== undefined && { since: new Date(from) }),
  ...(until !== undefined &&
    until !== "9999-12-31" && { before: new Date(new Date(until).getTime() + DAY_MS) }),
});

/** The days to choose from: this month, the last one, this year, and all. @param today "2026-11-29" */
export function commonDays(today: string): { name: string; days: { from?: string; until?: string } }[] {
  const month = today.slice(0, 7);
  const year = today.slice(0, 4);
  return [
    { name: "This month", days: daysOfMonth(month) },
    { name: "Last month", days: daysOfMonth(monthBefore(month)) },
    { name: "This year", days: { from: `${year}-01-01`, until: `${year}-12-31` } },
    { name: "All", days: {} },
  ];
}

/**
 * Days in words, with their years, because they are printed: `all days`, `Nov 2026`, `2026`, or
 * `October 15, 2026 – November 20, 2026`.
 */
export function daysInWords({ from, until }: ReportDays): string {
  if (from === undefined) return until === undefined ? "all days" : `until ${longDate(until)}`;
  if (until === undefined) return `since ${longDate(from)}`;
  const [month, year] = [from.slice(0, 7), from.slice(0, 4)];
  if (until === daysOfMonth(month).until && from.endsWith("-01")) return monthName(month);
  if (from === `${year}-01-01` && until === `${year}-12-31`) return year;
  return from === until ? longDate(from) : `${longDate(from)} – ${longDate(until)}`;
}

const daysOfMonth = (month: string) => ({
  from: `${month}-01`,
  until: dateOnly(new Date(new Date(`${monthAfter(month)}-01`).getTime() - DAY_MS).toISOString()),
});

/** What one person paid, or their share, in cents. */
export type PersonSum = { user: string; part: "paid" | "share"; cents: number };

/**
 * What the figures are made of. Whole months are counted in the spending, so that only the days of a month that is cut
 * are summed up one by one.
 */
export type ReportSums = {
  /** All months up to that of the last day, without the last month if it is cut. */
  months: readonly SpendingEntry[];
  /** From the first day of a month until the day before the first day. */
  beforeFirst: readonly PersonSum[];
  /** From the first day of a month to the last day. */
  upToLast: readonly PersonSum[];
  /** Payments: before the first day … */
  earlier: readonly Payment[];
  /** … and on the days. */
  made: readonly Payment[];
};

/** For one person, in cents: `before + paid − share + made − received = after`. Positive balances: they are owed. */
export type ReportFigures = {
  before: number;
  paid: number;
  share: number;
  made: number;
  received: number;
  after: number;
};

/** The figures of everyone who has some, by user id. */
export function reportFigures(
  { from }: Pick<ReportDays, "from">,
  sums: ReportSums,
): Map<string, ReportFigures> {
  const first = from === undefined ? null : monthOf(new Date(from));
  const isEarlier = ({ month }: SpendingEntry) => first !== null && month < first;
  const early = sums.months.filter(isEarlier).map(toSum);
  const late = sums.months.filter((entry) => !isEarlier(entry)).map(toSum);
  const taken = sums.beforeFirst.map((one) => ({ ...one, cents: -one.cents }));
  const before = [...early, ...sums.beforeFirst];
  const during = [...late, ...taken, ...sums.upToLast];
  const of = (list: readonly PersonSum[], part: PersonSum["part"]) =>
    sumByKey(list.filter((one) => one.part === part).map(({ user, cents }) => [user, cents]));
  const by = (list: readonly Payment[], side: "from" | "to") =>
    sumByKey(list.map((one) => [one[side], one.cents]));
  const parts = {
    paidBefore: of(before, "paid"),
    shareBefore: of(before, "share"),
    madeBefore: by(sums.earlier, "from"),
    receivedBefore: by(sums.earlier, "to"),
    paid: of(during, "paid"),
    share: of(during, "share"),
    made: by(sums.made, "from"),
    received: by(sums.made, "to"),
  };
  const people = new Set(Object.values(parts).flatMap((part) => [...part.keys()]));
  return new Map(
    [...people].map((user) => {
      const cents = (part: keyof typeof parts) => parts[part].get(user) ?? 0;
      const balance = sumCents([
        ...[cents("paidBefore"), -cents("shareBefore")],
        ...[cents("madeBefore"), -cents("receivedBefore")],
      ]);
      const [paid, share, made, received] = [cents("paid"), cents("share"), cents("made"), cents("received")];
      const after = sumCents([balance, paid, -share, made, -received]);
      return [user, { before: balance, paid, share, made, received, after }];
    }),
  );
}

const toSum = ({ part, user, cents }: SpendingEntry): PersonSum => ({
  user,
  cents,
  part: part === "paid" ? "paid" : "share",
});
