"use client";

import { useState, type ReactNode } from "react";
import { balanceToCents, sumCents } from "@/lib/core/money/money";
import type { Person } from "@/lib/contract/people";
import type { OpenPayment } from "@/lib/contract/settlements";
import { Amount } from "@/components/ui/amount";
import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Day } from "@/components/ui/day";
import { GroupIcon } from "@/components/ui/group-icon";
import { keepFocus } from "@/components/ui/keep-focus";
import { OnDemand } from "@/components/ui/on-demand";
import { Section } from "@/components/ui/section";
import { ShowMore } from "@/components/ui/show-more";
import { useCurrentUser } from "@/components/session/current-user";
import { whyPath } from "@/lib/paths";
import { SettlementRow } from "./settlement-row";
import { useSettle } from "./use-settle";

const load = () => import("./settle-up").then(({ SettleUp }) => SettleUp);

export type OpenPaymentsProps = {
  friend: Person;
  open: readonly OpenPayment[];
  /** Further actions. */
  children: ReactNode;
};

/**
 * The viewer's balance with another person, and the open payments between them, one per event, to be settled
 * individually or together.
 */
export function OpenPayments({ friend, open, children }: OpenPaymentsProps) {
  const { id } = useCurrentUser();
  const { settlements, settle } = useSettle(open.map(({ settlement }) => settlement));
  /** Whether the dialog is open; null: it was not needed so far. */
  const [asking, setAsking] = useState<boolean | null>(null);
  const rows = open.flatMap(({ event, group }, index) => {
    const settlement = settlements[index];
    return settlement && !settlement.settled ? [{ event, group, settlement }] : [];
  });
  const balances = rows.map(({ settlement: { from, amount } }) =>
    balanceToCents(from._id === id ? -amount : amount),
  );
  return (
    <>
      <div className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:px-6">
        <BalanceLine cents={sumCents(balances)} even={rows.length > 0} />
        <div className="flex flex-wrap gap-2 empty:hidden max-sm:*:grow">
          {rows.length > 0 ? (
            <Button ref={keepFocus} data-write onClick={() => setAsking(true)}>
              Settle up
            </Button>
          ) : null}
          {children}
        </div>
      </div>
      {rows.length > 0 ? (
        <Section id="open" heading={`Unsettled payments (${rows.length})`}>
          <ShowMore name="payments" limit={20}>
            {rows.map(({ event, group, settlement }) => (
              <SettlementRow
                key={settlement._id}
                settlement={settlement}
                href={whyPath(group._id, event._id, settlement._id)}
                leading={<GroupIcon src={group.icon} />}
                title={<Bdi>{event.title}</Bdi>}
                words={settlement.from._id === id ? "you owe" : "owes you"}
                detail={
                  <span className="parts">
                    <Bdi>{group.title}</Bdi> <Day iso={event.date} />
                  </span>
                }
                action="Settle"
                onAction={() => settle(settlement)}
              />
            ))}
          </ShowMore>
        </Section>
      ) : null}
      {asking === null ? null : (
        <OnDemand
          load={load}
          loading={null}
          props={{ open: asking && rows.length > 0, friend, payments: rows, onClose: () => setAsking(false) }}
        />
      )}
    </>
  );
}

/** @param even whether open payments cancel each other out */
function BalanceLine({ cents, even }: { cents: number; even: boolean }) {
  const side = cents < 0 ? "owe" : "owed";
  return (
    <p role="status">
      {cents === 0 ? (
        <span className="text-muted">
          {even ? "Your debts cancel out." : "You don't owe each other anything."}
        </span>
      ) : (
        <Amount
          cents={Math.abs(cents)}
          tone={side}
          size="lg"
          words={side === "owe" ? "you owe" : "owes you"}
        />
      )}
    </p>
  );
}
