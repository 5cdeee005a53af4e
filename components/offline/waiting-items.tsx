"use client";

import { Badge } from "@/components/ui/badge";
import { Bdi } from "@/components/ui/bdi";
import { Icon } from "@/components/ui/icon";
import { List, ListRow } from "@/components/ui/list";
import { useUnsent } from "./use-unsent";

/** What was entered in a form without a connection and is not added yet, the newest first. @param form its path */
export function WaitingItems({ form }: { form: string }) {
  const waiting = useUnsent().filter((item) => item.form === form && !item.refusal);
  if (waiting.length === 0) return null;
  return (
    <List aria-label="Waiting to be sent" className="mb-3">
      {waiting.toReversed().map(({ key, title }) => (
        <ListRow
          key={key}
          leading={<Icon className="icon-wifi-off size-5 text-muted" />}
          title={<Bdi>{title}</Bdi>}
          trailing={<Badge tone="sun">waiting</Badge>}
        />
      ))}
    </List>
  );
}
