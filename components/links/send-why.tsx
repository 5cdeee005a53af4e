"use client";

import { useState } from "react";
import { call } from "@/lib/client/call";
import { statementPath } from "@/lib/paths";
import { LINK_DAYS } from "@/lib/link-paths";
import { balanceToCents } from "@/lib/core/money/money";
import { REMIND_FROM_CENTS } from "@/lib/core/notices";
import { firstName } from "@/lib/core/people";
import type { Settlement } from "@/lib/contract/settlements";
import { ActionButton } from "@/components/refresh/action-button";
import { useCurrentUser } from "@/components/session/current-user";
import { Link } from "@/components/ui/link";
import { share } from "@/components/ui/share";
import { toast } from "@/components/ui/toast";
import { Bdi } from "@/components/ui/bdi";

export type SendWhyProps = { event: { _id: string; groupId: string }; settlement: Settlement };

/** Sends the reasons of a debt to its other person, with a link that nobody else can open (docs/rules.md#shared-links). */
export function SendWhy({ event, settlement: { _id, from, to, amount } }: SendWhyProps) {
  const { id, guest } = useCurrentUser();
  /** Told only once, so that a second try shares the same one. */
  const [url, setUrl] = useState<string | null>(null);
  if (guest || (from._id !== id && to._id !== id)) return null;
  const other = from._id === id ? to : from;
  const name = firstName(other.name);
  const send = async () => {
    const params = { eventId: event._id };
    const body = { settlementId: _id };
    const created =
      url ?? call("POST /api/events/{eventId}/statement-links", { params, body }).then((link) => link.url);
    // During the press: see copyText.
    void share(created, "Here is why.", "Link copied.");
    const known = await created;
    return () => setUrl(known);
  };
  const remind = async () => {
    await call("POST /api/settlements/{id}/remind", { params: { id: _id } });
    return () => toast.success("Reminder sent");
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <ActionButton variant="secondary" icon="icon-send" busyLabel="Creating…" action={send}>
          Send this
        </ActionButton>
        {to._id === id && !other.guest && balanceToCents(amount) >= REMIND_FROM_CENTS ? (
          <ActionButton variant="quiet" icon="icon-bell" busyLabel="Sending…" action={remind}>
            Remind <Bdi>{name}</Bdi>
          </ActionButton>
        ) : null}
      </div>
      <p className="text-sm wrap-anywhere text-muted">
        {other.guest ? "Send it to nobody else: with the link, " : "Only "}
        <Bdi>{name}</Bdi>
        {other.guest
          ? ` takes part without an account. It works for ${LINK_DAYS} days. `
          : ` can open the link, signed in, for ${LINK_DAYS} days. `}
        {url ? (
          <Link href={statementPath(event.groupId, event._id)} className="underline">
            See and revoke links
          </Link>
        ) : null}
      </p>
    </div>
  );
}
