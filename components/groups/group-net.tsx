"use client";

import { clsx } from "clsx";
import { balanceToCents, sumCents } from "@/lib/core/money/money";
import type { Person } from "@/lib/contract/people";
import { Avatar } from "@/components/people/avatar";
import { PersonName } from "@/components/people/person-name";
import { settleGroup } from "@/components/plans/plan-operations";
import { groupPlanPath } from "@/lib/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { Amount } from "@/components/ui/amount";
import { Disclosure } from "@/components/ui/disclosure";
import { ListRow } from "@/components/ui/list";
import { ShowMore } from "@/components/ui/show-more";
import { RowBalance } from "./row-balance";

export type GroupNetProps = {
  /** What the viewer is owed by each other person in the group, in dollars; negative: the viewer owes. */
  debts: readonly { person: Person; amount: number }[];
  groupId: string;
  /** How many payments the group's plan has; null if it has no fewer than are open; or why there is none. */
  planSize: number | string | null;
};

/**
 * The viewer's net in the group. "Settle up" offers both ways: person by person, where all that is open with them is
 * settled, and the group's plan.
 */
export function GroupNet({ debts, groupId, planSize }: GroupNetProps) {
  const net = sumCents(debts.map(({ amount }) => balanceToCents(amount)));
  const plan = planSize === null ? null : <PlanOffer groupId={groupId} planSize={planSize} />;
  if (debts.length === 0) {
    return (
      <>
        <p className="mt-3 font-bold text-muted">You&apos;re all set in this group</p>
        {plan}
      </>
    );
  }
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
      <ShowMore name="debts" limit={20} className="members-only">
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
      {plan}
    </Disclosure>
  );
}

function PlanOffer({ groupId, planSize }: { groupId: string; planSize: number | string }) {
  if (typeof planSize === "string") return <p className="members-only mt-2 text-muted">{planSize}</p>;
  return (
    <ButtonLink
      variant="quiet"
      className="members-only mt-2 -ml-4 self-start"
      href={groupPlanPath(groupId)}
      icon="icon-merge"
    >
      {settleGroup(planSize)}
    </ButtonLink>
  );
}
