"use client";

import { useState } from "react";
import { firstName } from "@/lib/core/names";
import type { OpenPayment, Person } from "@/lib/schemas/answers";
import { Button } from "@/components/ui/button";
import { Day } from "@/components/ui/day";
import { GroupIcon } from "@/components/ui/group-icon";
import { keepFocus } from "@/components/ui/keep-focus";
import { OnDemand } from "@/components/ui/on-demand";
import { SectionHeading } from "@/components/ui/section-heading";
import { ShowMore } from "@/components/ui/show-more";
import { useCurrentUser } from "@/components/session/current-user";
import { whyPath } from "@/components/navigation/paths";
import { SettlementRow } from "./settlement-row";
import { useSettle } from "./use-settle";

const load = () => import("./settle-all").then(({ SettleAll }) => SettleAll);

export type OpenPaymentsProps = { friend: Person; open: readonly OpenPayment[] };

/** The open payments between the viewer and another person, one per event, to be settled individually or together. */
export function OpenPayments({ friend, open }: OpenPaymentsProps) {
  const { id } = useCurrentUser();
  const { settlements, settle } = useSettle(open.map(({ settlement }) => settlement));
  /** Whether the dialog is open; null: it was not needed so far. */
  const [asking, setAsking] = useState<boolean | null>(null);
  const rows = open.flatMap(({ event, group }, index) => {
    const settlement = settlements[index];
    return settlement && !settlement.settled ? [{ event, group, settlement }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="open" className="flex w-full flex-col gap-3 text-left">
      <SectionHeading id="open">Unsettled payments ({rows.length})</SectionHeading>
      <ShowMore list="card" limit={20} label={`Show all ${rows.length}`}>
        {rows.map(({ event, group, settlement }) => (
          <SettlementRow
            key={settlement._id}
            settlement={settlement}
            href={whyPath(group._id, event._id, settlement._id)}
            leading={<GroupIcon src={group.icon} />}
            title={<bdi>{event.title}</bdi>}
            words={settlement.from._id === id ? "you owe" : "owes you"}
            detail={
              <>
                <bdi>{group.title}</bdi> · <Day iso={event.date} />
              </>
            }
            action="Settle"
            onAction={() => settle(settlement)}
          />
        ))}
      </ShowMore>
      {rows.length > 1 ? (
        <Button ref={keepFocus} className="self-center" onClick={() => setAsking(true)}>
          Settle all with <bdi>{firstName(friend.name)}</bdi>
        </Button>
      ) : null}
      {asking === null ? null : (
        <OnDemand
          load={load}
          loading={null}
          props={{ open: asking, friend, payments: rows, onClose: () => setAsking(false) }}
        />
      )}
    </section>
  );
}
