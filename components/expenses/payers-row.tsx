"use client";

import { Avatar } from "@/components/people/avatar";
import { DisclosureRow } from "./disclosure-row";
import { Icon } from "@/components/ui/icon";
import { OnDemand } from "@/components/ui/on-demand";
import { useCurrentUser } from "@/components/session/current-user";
import { Bdi } from "@/components/ui/bdi";
import { isRefund } from "./entered-expense";
import type { PayersPanelProps } from "./payers-panel";

const load = () => import("./payers-panel").then(({ PayersPanel }) => PayersPanel);

/** "Paid by you": opens the selection of who paid. */
export function PayersRow(panel: PayersPanelProps) {
  const user = useCurrentUser();
  const { people } = panel;
  const { payer, paid } = panel.entered;
  const person = people.find(({ _id }) => _id === payer);
  const paying = people.filter(({ _id }) => paid[_id]?.trim()).length;
  const severalText = `${paying > 1 ? paying : "several"} people`;
  return (
    <DisclosureRow
      closesOnChoice
      error={panel.error}
      leading={
        person ? (
          <Avatar name={person.name} picture={person.picture} size="sm" />
        ) : (
          <Icon className="icon-users" />
        )
      }
      label={
        <>
          {isRefund(panel.entered.amount) ? "Received" : "Paid"} by{" "}
          {payer === user.id ? (
            "you"
          ) : !payer ? (
            severalText
          ) : person ? (
            <Bdi>{person.name}</Bdi>
          ) : (
            "a former member"
          )}
        </>
      }
    >
      <OnDemand load={load} props={panel} />
    </DisclosureRow>
  );
}
