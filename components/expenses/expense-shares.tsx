"use client";

import type { Person } from "@/lib/contract/people";
import { useCurrentUser } from "@/components/session/current-user";
import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/people/avatar";
import { GuestMark } from "@/components/people/guest-mark";
import { ListRow } from "@/components/ui/list";
import { ShowMore } from "@/components/ui/show-more";

export type ExpenseSharesProps = {
  /** `entered`: the value from which the share was computed, as text. */
  shares: readonly { person: Person; amount: number; entered: string | null }[];
};

/** Who shares an expense, and each person's share (dollars). */
export function ExpenseShares({ shares }: ExpenseSharesProps) {
  const { id } = useCurrentUser();
  return (
    <ShowMore name="shares" list="card" limit={20} label={`Show all ${shares.length}`}>
      {shares.map(({ person, amount, entered }) => (
        <ListRow
          key={person._id}
          leading={<Avatar name={person.name} picture={person.picture} size="sm" />}
          title={
            <>
              <bdi>{person.name}</bdi>
              {person._id === id ? <span className="font-normal text-muted"> (you)</span> : null}
              <GuestMark person={person} />
            </>
          }
          detail={entered}
          trailing={<Amount dollars={amount} />}
        />
      ))}
    </ShowMore>
  );
}
