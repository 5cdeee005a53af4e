"use client";

import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/ui/avatar";
import { useCurrentUser } from "@/components/current-user";
import { ShowMore } from "@/components/ui/show-more";
import type { ListedSettlement } from "./listed-settlement";

/**
 * What the current user owes and is owed in this event: only unsettled payments that they are part of,
 * 'you owe' negative, 'owes you' positive (spec section 4).
 */
export function TransactionsSummary({ unsettled }: { unsettled: readonly ListedSettlement[] }) {
  const { id } = useCurrentUser();
  const mine = unsettled.filter(({ from, to }) => from._id === id || to._id === id);
  if (mine.length === 0) {
    return <p className="text-muted">You owe nothing here, and nobody owes you.</p>;
  }
  return (
    <ShowMore limit={8} label={`Show all ${mine.length}`} list="ul" className="flex flex-col gap-3">
      {mine.map(({ _id, from, to, amount }) => {
        const owing = from._id === id;
        const other = owing ? to : from;
        return (
          <li key={_id} className="balance">
            <span>
              <Avatar name={other.name} picture={other.picture} size="sm" />
              <bdi>{other.name}</bdi>
            </span>
            <span>
              {owing ? "you owe" : "owes you"}
              <Amount dollars={amount} tone={owing ? "owe" : "owed"} />
            </span>
          </li>
        );
      })}
    </ShowMore>
  );
}
