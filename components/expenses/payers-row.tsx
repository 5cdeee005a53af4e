"use client";

import { useState } from "react";
import type { Expense, Group } from "@/lib/schemas/answers";
import { Avatar } from "@/components/people/avatar";
import { DisclosureRow } from "./disclosure-row";
import { Icon } from "@/components/ui/icon";
import { OnDemand } from "@/components/ui/on-demand";
import { useCurrentUser } from "@/components/session/current-user";
import { pickablePeople } from "@/components/forms/pickable-people";
import type { PayersPanelProps } from "./payers-panel";

const load = () => import("./payers-panel").then(({ PayersPanel }) => PayersPanel);

export type PayersRowProps = Omit<PayersPanelProps, "people"> & {
  group: Group;
  /** The expense being edited; its payers may have left the group. */
  expense: Expense | undefined;
};

/** "Paid by you": opens the selection of who paid. */
export function PayersRow({ group, expense, ...panel }: PayersRowProps) {
  const user = useCurrentUser();
  const [open, setOpen] = useState(false);
  const { payer, paid } = panel.entered;
  const people = pickablePeople(
    group.members,
    expense?.payers.map((one) => one.user),
  );
  const person = people.find(({ _id }) => _id === payer);
  // Stays open while the error is corrected.
  if (panel.error && !open) setOpen(true);
  const paying = Object.values(paid).filter((typed) => typed.trim() !== "").length;
  return (
    <DisclosureRow
      open={open}
      onToggle={setOpen}
      leading={
        person ? (
          <Avatar name={person.name} picture={person.picture} size="sm" />
        ) : (
          <Icon className="icon-users mx-1" />
        )
      }
      label={
        <>
          Paid by{" "}
          <bdi>
            {payer === user.id ? "you" : (person?.name ?? `${paying > 1 ? paying : "several"} people`)}
          </bdi>
        </>
      }
    >
      <OnDemand load={load} props={{ ...panel, people }} />
    </DisclosureRow>
  );
}
