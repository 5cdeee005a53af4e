"use client";

import { useState } from "react";
import type { Settlement } from "@/lib/schemas/answers";
import { Checkbox } from "@/components/ui/checkbox";
import { SectionHeading } from "@/components/ui/section-heading";
import { useCurrentUser } from "@/components/current-user";
import { ShowMore } from "@/components/ui/show-more";
import { MinimalTransactions } from "./minimal-transactions";
import { SettlementRow } from "./settlement-row";
import type { useSettle } from "./use-settle";

export type UnsettledTransactionsProps = {
  unsettled: readonly Settlement[];
  settling: ReturnType<typeof useSettle>;
};

/** 'Unsettled Transactions:' with Settle for any member, or the preview of a reduced set (spec section 4). */
export function UnsettledTransactions({ unsettled, settling }: UnsettledTransactionsProps) {
  const { id } = useCurrentUser();
  const [minimal, setMinimal] = useState(false);
  const isMine = ({ from, to }: Settlement) => from._id === id || to._id === id;
  const mineFirst = [...unsettled.filter(isMine), ...unsettled.filter((one) => !isMine(one))];

  return (
    <section aria-labelledby="unsettled" className="flex flex-col gap-3">
      <SectionHeading
        id="unsettled"
        action={
          <Checkbox
            label="Minimal transactions"
            className="-ml-2"
            checked={minimal}
            onChange={(event) => setMinimal(event.target.checked)}
          />
        }
      >
        Unsettled Transactions:
      </SectionHeading>
      {minimal ? (
        <MinimalTransactions unsettled={unsettled} />
      ) : unsettled.length === 0 ? (
        <p className="text-muted">Nothing to settle.</p>
      ) : (
        <ShowMore list="card" limit={20} label={(count) => `Show all ${count} payments`}>
          {mineFirst.map((settlement) => (
            <SettlementRow
              key={settlement._id}
              settlement={settlement}
              action="Settle"
              pending={settling.isPending(settlement._id)}
              onAction={() => void settling.settle(settlement)}
            />
          ))}
        </ShowMore>
      )}
    </section>
  );
}
