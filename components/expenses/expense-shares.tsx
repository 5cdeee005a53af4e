"use client";

import type { Person } from "@/lib/contract/people";
import { pluralize } from "@/lib/core/text/pluralize";
import { useCurrentUser } from "@/components/session/current-user";
import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/people/avatar";
import { PersonName } from "@/components/people/person-name";
import { Disclosure } from "@/components/ui/disclosure";
import { List, ListRow } from "@/components/ui/list";
import { ShowMore } from "@/components/ui/show-more";
import { Sentence } from "@/components/ui/bdi";

/** `entered`: the value from which the share was computed, as text. */
type SharedBy = { person: Person; amount: number; entered: string | null };

export type ExpenseSharesProps = { shares: readonly SharedBy[]; isRefund: boolean };

/** Who shares an expense, and each person's share (dollars). People whose share is nothing are folded away. */
export function ExpenseShares({ shares, isRefund }: ExpenseSharesProps) {
  const { id } = useCurrentUser();
  const sharing = shares.filter(({ amount }) => amount !== 0);
  const others = shares.filter(({ amount }) => amount === 0);
  const row = ({ person, amount, entered }: SharedBy) => (
    <ListRow
      key={person._id}
      leading={<Avatar name={person.name} picture={person.picture} size="sm" />}
      title={<PersonName person={person} you={person._id === id} />}
      detail={entered && <Sentence>{entered}</Sentence>}
      trailing={<Amount dollars={Math.abs(amount)} words={isRefund ? "gets back" : undefined} />}
    />
  );
  return (
    <>
      <ShowMore name="shares" limit={20}>
        {sharing.map(row)}
      </ShowMore>
      {others.length > 0 ? (
        <Disclosure name="no-share" summary={`${pluralize(others.length, "person", "people")} at $0.00`}>
          <List>{others.map(row)}</List>
        </Disclosure>
      ) : null}
    </>
  );
}
