"use client";

import { useState } from "react";
import type { Settlement } from "@/lib/schemas/answers";
import { useOnDemand } from "@/components/refresh/use-on-demand";
import { Button } from "@/components/ui/button";
import { useSettle } from "./use-settle";

/** Settles the whole payment with one tap, or a different amount of it. */
export function WhyActions({ settlement }: { settlement: Settlement }) {
  const { settlements, settle, announce } = useSettle([settlement]);
  const { Loaded: SettlePart, request } = useOnDemand(async () => (await import("./settle-part")).SettlePart);
  const [open, setOpen] = useState(false);
  const busy = settlements[0]?.pending === true;
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={busy} onClick={() => settle(settlement)}>
        Settle
      </Button>
      <Button
        variant="quiet"
        disabled={busy}
        onClick={async () => {
          if (await request()) setOpen(true);
        }}
      >
        Another amount
      </Button>
      {SettlePart ? (
        <SettlePart
          open={open}
          settlement={settlement}
          onClose={() => setOpen(false)}
          onSettled={(paid) => {
            setOpen(false);
            announce(paid);
          }}
        />
      ) : null}
    </div>
  );
}
