"use client";

import { clsx } from "clsx";
import { balanceToCents } from "@/lib/core/money/money";
import { sumCents } from "@/lib/core/money/totals";
import type { Person } from "@/lib/contract/people";
import { Avatar } from "@/components/people/avatar";
import { PersonName } from "@/components/people/person-name";
import { Amount } from "@/components/ui/amount";
import { Disclosure } from "@/components/ui/disclosure";
import { ListRow } from "@/components/ui/list";
import { ShowMore } from "@/components/ui/show-more";
import { RowBalance } from "./row-balance";

export type GroupNetProps = {
  /** What the viewer is owed by each other person in the group, in dollars; negative: the viewer owes. */
  debts: readonly { person: Person; amount: number }[];
};

/** The viewer's net in the group; "Settle up" lists with whom, and leads to where all that is open with them is settled. */
export function GroupNet({ debts }: GroupNetProps) {
  const net = sumCents(debts.map(({ amount }) => balanceToCents(amount)));
  if (debts.length === 0)
    return <p className="mt-3 font-bold text-muted">You&apos;re all set in this group</p>;
  return (
    <Disclosure
      name="settle"
      className="mt-4 [&>summary]:min-h-14 [&>summary]:justify-between [&>summary]:rounded-none [&>summary]:border-0 [&>summary]:bg-transparent [&>summary]:hover:bg-transparent [&>summary]:p-0 [&>summary>.icon]:hidden"
      summary={
        <>
          <span className={clsx("font-bold", net > 0 && "text-owed", net < 0 && "text-owe")}>
            {net === 0 ? "You're even" : net > 0 ? "You're owed " : "You owe "}
            {net === 0 ? null : <Amount cents={Math.abs(net)} size="lg" className="block" />}
          </span>{" "}
          <span className="button button-primary members-only">Settle up</span>
        </>
      }
    >
      <ShowMore name="debts" limit={20} label={`Show all ${debts.length}`} className="members-only">
        {debts.map(({ person, amount }) => (
          <ListRow
            key={person._id}
            href={`/friends/${person._id}`}
            leading={<Avatar name={person.name} picture={person.picture} />}
            title={<PersonName person={person} />}
            trailing={<RowBalance balance={amount} owed="owes you" />}
          />
        ))}
      </ShowMore>
    </Disclosure>
  );
}
