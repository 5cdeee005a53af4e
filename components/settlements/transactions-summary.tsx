"use client";

import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/ui/avatar";
import { useCurrentUser } from "@/components/current-user";
import { ShowMore } from "@/components/ui/show-more";
import type { Settlement } from "@/lib/schemas/answers";

/**
 * What the current user owes and is owed in this event: only unsettled payments that they are part of,
 * 'you owe' negative, 'owes you' positive (spec section 4).
 */
export function TransactionsSummary({ unsettled }: { unsettled: readonly Settlement[] }) {
  const { id } = useCurrentUser();
  const mine = unsettled.filter(({ from, to }) => from._id === id || to._id === id);
  if (mine.length === 0) {
    return <p className="text-muted">You owe nothing here, and nobody owes you.</p>;
  }
  return (
    <ShowMore limit={8} label={(count) => `Show all ${count}`} list="ul" className="flex flex-col gap-3">
      {mine.map(({ _id, from, to, amount }) => {
        const owing = from._id === id;
        const other = owing ? to : from;
        return (
          <li key={_id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="flex min-w-32 flex-1 items-center gap-3">
              <Avatar name={other.name} picture={other.picture} size="sm" />
              <bdi className="min-w-0 text-left font-bold">{other.name}</bdi>
            </span>
            <span className="ml-auto flex flex-wrap items-baseline justify-end gap-x-2">
              <span className="text-sm font-semibold text-muted">{owing ? "you owe" : "owes you"}</span>
              <Amount dollars={amount} tone={owing ? "owe" : "owed"} className="text-lg" />
            </span>
          </li>
        );
      })}
    </ShowMore>
  );
}
