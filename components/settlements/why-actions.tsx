"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Settlement } from "@/lib/contract/settlements";
import { whyPath } from "@/lib/paths";
import { useCurrentUser } from "@/components/session/current-user";
import { Button } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";
import { Spinner } from "@/components/ui/spinner";
import { OnDemand } from "@/components/ui/on-demand";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { useSettle } from "./use-settle";

const load = () => import("./settle-part").then(({ SettlePart }) => SettlePart);

export type WhyActionsProps = { event: { _id: string; groupId: string }; settlement: Settlement };

/** Settles the whole payment with one tap, or a part of it. */
export function WhyActions({ event, settlement }: WhyActionsProps) {
  const router = useRouter();
  const path = (id: string) => whyPath(event.groupId, event._id, id);
  const { settlements, settle, announce } = useSettle([settlement], ({ _id }) => {
    // Undoing a part combines it with the rest, under the part's id.
    if (location.pathname === path(settlement._id)) router.replace(path(_id));
    // Undone on another screen.
    else announceSettlementsChanged();
  });
  /** Whether the dialog is open; null until it is first opened. */
  const [open, setOpen] = useState<boolean | null>(null);
  const busy = settlements[0]?.pending === true;
  const { id, guest } = useCurrentUser();
  const part = settlement.from._id === id ? "Pay part of it" : "Record part of it";
  // Guests settle only their own payments (docs/rules.md#guests).
  if (guest && settlement.from._id !== id && settlement.to._id !== id) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button ref={keepFocus} data-write disabled={busy} onClick={() => settle(settlement)}>
        Settle
      </Button>
      <Button ref={keepFocus} data-write variant="quiet" disabled={busy} onClick={() => setOpen(true)}>
        {part}
      </Button>
      {open === null ? null : (
        <OnDemand
          load={load}
          loading={<Spinner />}
          props={{
            open,
            title: part,
            settlement,
            onClose: () => setOpen(false),
            onSettled: (paid) => {
              setOpen(false);
              announce(paid);
            },
          }}
        />
      )}
    </div>
  );
}
