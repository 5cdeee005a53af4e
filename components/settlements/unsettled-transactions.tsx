"use client";

import type { Route } from "next";
import { pluralize } from "@/lib/core/text/pluralize";
import { Checkbox } from "@/components/ui/checkbox";
import { Disclosure } from "@/components/ui/disclosure";
import { List } from "@/components/ui/list";
import { OnDemand } from "@/components/ui/on-demand";
import { Section } from "@/components/ui/section";
import { useCurrentUser } from "@/components/session/current-user";
import { SettlementRow } from "./settlement-row";
import type { ListedSettlement } from "./listed-settlement";

const load = () => import("./minimal-transactions").then(({ MinimalTransactions }) => MinimalTransactions);

export type UnsettledTransactionsProps = {
  event: { _id: string; closed: boolean };
  /** All unsettled payments of the event; MyBalance shows the viewer's own. */
  unsettled: readonly ListedSettlement[];
  whyOf: (settlement: ListedSettlement) => Route;
  /** Whether the preview of the reduced set is shown. */
  minimal: boolean;
  onMinimal: (on: boolean) => void;
  onSettle: (settlement: ListedSettlement) => void;
};

/**
 * 'Unsettled Transactions:': the payments between others, which any member can settle, or the preview of a reduced
 * set of all payments (docs/rules.md#minimal-transactions).
 */
export function UnsettledTransactions(props: UnsettledTransactionsProps) {
  const { event, unsettled, whyOf, minimal, onMinimal, onSettle } = props;
  const { id } = useCurrentUser();
  const others = unsettled.filter(({ from, to }) => from._id !== id && to._id !== id);
  const list =
    others.length === 0 ? (
      <p className="text-muted">
        {unsettled.length === 0 ? "Nothing to settle." : "No unsettled payments between others."}
      </p>
    ) : (
      <Disclosure name="others" summary={`${pluralize(others.length, "payment")} between others`}>
        <List>
          {others.map((settlement) => (
            <SettlementRow
              key={settlement._id}
              settlement={settlement}
              href={whyOf(settlement)}
              action="Settle"
              onAction={() => onSettle(settlement)}
            />
          ))}
        </List>
      </Disclosure>
    );

  return (
    <Section
      id="unsettled"
      heading="Unsettled Transactions:"
      action={
        <Checkbox
          label="Minimal transactions"
          className="-ml-2"
          checked={minimal}
          onChange={({ target }) => onMinimal(target.checked)}
        />
      }
    >
      {/* The list stays until the preview is loaded. */}
      {minimal ? <OnDemand load={load} props={{ event, unsettled }} loading={list} /> : list}
    </Section>
  );
}
