import "server-only";
import { ObjectId } from "mongodb";
import { centsToDollars } from "@/lib/core/money/money";
import type { SpendingEntry } from "@/lib/core/money/spending";
import { sumCents } from "@/lib/core/money/totals";
import type { Contribution } from "@/lib/contract/events";
import type { Names } from "@/lib/answers/serialize";

/** The sum, in dollars. */
export const dollarsOf = (entries: readonly SpendingEntry[]): number =>
  centsToDollars(sumCents(entries.map(({ cents }) => cents)));

/** What each person paid, and their share, by the figures of a group; the largest share first. */
export function contributionsOf(entries: readonly SpendingEntry[], names: Names): Contribution[] {
  const isPaid = ({ part }: SpendingEntry) => part === "paid";
  return [...new Set(entries.map(({ user }) => user))]
    .map((id) => {
      const own = entries.filter(({ user }) => user === id);
      return {
        user: names(new ObjectId(id)),
        paid: dollarsOf(own.filter(isPaid)),
        share: dollarsOf(own.filter((one) => !isPaid(one))),
      };
    })
    .sort((a, b) => b.share - a.share || b.paid - a.paid);
}
