"use client";

import { useState, type ComponentType } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { SectionHeading } from "@/components/ui/section-heading";
import { toast } from "@/components/ui/toast";
import { useCurrentUser } from "@/components/current-user";
import { ShowMore } from "@/components/ui/show-more";
import { SettlementRow } from "./settlement-row";
import type { ListedSettlement } from "./listed-settlement";

export type UnsettledTransactionsProps = {
  unsettled: readonly ListedSettlement[];
  onSettle: (settlement: ListedSettlement) => void;
};

/** 'Unsettled Transactions:' with Settle for any member, or the preview of a reduced set (spec section 4). */
export function UnsettledTransactions({ unsettled, onSettle }: UnsettledTransactionsProps) {
  const { id } = useCurrentUser();
  const { minimal, Preview, toggle } = usePreview();
  const isMine = ({ from, to }: ListedSettlement) => from._id === id || to._id === id;
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
            onChange={(event) => void toggle(event.target.checked)}
          />
        }
      >
        Unsettled Transactions:
      </SectionHeading>
      {minimal && Preview ? (
        <Preview unsettled={unsettled} />
      ) : unsettled.length === 0 ? (
        <p className="text-muted">Nothing to settle.</p>
      ) : (
        <ShowMore list="card" limit={20} label={`Show all ${unsettled.length} payments`}>
          {mineFirst.map((settlement) => (
            <SettlementRow
              key={settlement._id}
              settlement={settlement}
              action="Settle"
              onAction={() => onSettle(settlement)}
            />
          ))}
        </ShowMore>
      )}
    </section>
  );
}

/** Loads the preview when it is first opened; the list stays until it is there. */
function usePreview() {
  const [minimal, setMinimal] = useState(false);
  const [Preview, setPreview] = useState<ComponentType<{ unsettled: readonly ListedSettlement[] }> | null>(
    null,
  );

  async function toggle(on: boolean) {
    setMinimal(on);
    if (!on || Preview) return;
    try {
      const { MinimalTransactions } = await import("./minimal-transactions");
      setPreview(() => MinimalTransactions);
    } catch {
      setMinimal(false);
      toast.error("Failed to load data.");
    }
  }

  return { minimal, Preview, toggle };
}
