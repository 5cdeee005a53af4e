"use client";

import { useUnsent } from "@/components/offline/use-unsent";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { Bdi } from "@/components/ui/bdi";
import { Icon } from "@/components/ui/icon";
import { List, ListRow } from "@/components/ui/list";

/** The expenses that were entered in the form at a path without a connection and are not added yet, the newest first. */
export function WaitingExpenses({ form }: { form: string }) {
  const waiting = useUnsent().filter((item) => item.form === form && !item.refusal);
  if (waiting.length === 0) return null;
  return (
    <List aria-label="Waiting to be sent" className="mb-3 w-full text-left">
      {waiting.toReversed().map(({ key, body }) => {
        const { description, amount } = body as { description: string; amount: number };
        return (
          <ListRow
            key={key}
            leading={<Icon className="icon-wifi-off mx-2 size-6 text-muted" />}
            title={<Bdi>{description}</Bdi>}
            detail={<Badge tone="sun">{amount < 0 ? "refund, waiting" : "waiting"}</Badge>}
            trailing={<Amount dollars={amount} />}
          />
        );
      })}
    </List>
  );
}
