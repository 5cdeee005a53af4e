"use client";

import type { Route } from "next";
import { pluralize } from "@/lib/core/text/pluralize";
import { Checkbox } from "@/components/ui/checkbox";
import { Disclosure } from "@/components/ui/disclosure";
import { LoadMore, type LoadMoreProps } from "@/components/ui/load-more";
import { OnDemand } from "@/components/ui/on-demand";
import { Section } from "@/components/ui/section";
import { ShowMore } from "@/components/ui/show-more";
import { useCurrentUser } from "@/components/session/current-user";
import { SettlementRow } from "./settlement-row";
import type { ListedSettlement } from "./listed-settlement";

const load = () =>
  import("../plans/minimal-transactions").then(({ MinimalTransactions }) => MinimalTransactions);

/** More payments between others than this are folded, and rendered on demand. The statement has them without JavaScript. */
const MOST_OTHERS = 10;
/** How many payments of a list are shown at first. */
const FIRST = 20;
const MORE = "Show more payments";

export type UnsettledTransactionsProps = {
  event: { _id: string; closed: boolean };
  /** The unsettled payments of the event, perhaps not all between others. */
  unsettled: readonly ListedSettlement[];
  /** The props to load more of them. */
  more: Omit<LoadMoreProps, "label">;
  whyOf: (settlement: ListedSettlement) => Route;
  /** Whether the preview of the reduced set is shown. */
  minimal: boolean;
  onMinimal: (on: boolean) => void;
  onSettle: (settlement: ListedSettlement) => void;
};

/**
 * 'Unsettled Transactions:': all open payments, the viewer's own first, which any member can settle, or the preview of a
 * reduced set of them (docs/rules.md#minimal-transactions).
 */
export function UnsettledTransactions(props: UnsettledTransactionsProps) {
  const { event, unsettled, more, whyOf, minimal, onMinimal, onSettle } = props;
  const { id } = useCurrentUser();
  const owing = unsettled.filter(({ from }) => from._id === id).sort(largestFirst);
  const owed = unsettled.filter(({ to }) => to._id === id).sort(largestFirst);
  const others = unsettled.filter(({ from, to }) => from._id !== id && to._id !== id);
  const folded = others.length > MOST_OTHERS || more.hasMore;
  const first = [...owing, ...owed, ...(folded ? [] : others)];
  const rowsOf = (settlements: readonly ListedSettlement[]) =>
    settlements.map((settlement) => (
      <SettlementRow
        key={settlement._id}
        settlement={settlement}
        href={whyOf(settlement)}
        action="Settle"
        onAction={() => onSettle(settlement)}
      />
    ));
  const list = (
    <>
      {unsettled.length === 0 ? <p className="text-muted">Nothing to settle.</p> : null}
      {first.length > 0 ? (
        <ShowMore name="open" limit={FIRST + MOST_OTHERS}>
          {rowsOf(first)}
        </ShowMore>
      ) : null}
      {folded ? (
        <Disclosure
          name="others"
          onDemand
          summary={
            more.hasMore ? "Payments between others" : `${pluralize(others.length, "payment")} between others`
          }
        >
          <ShowMore
            name="all-others"
            limit={FIRST}
            label={MORE}
            listRef={more.listRef}
            more={<LoadMore {...more} label={MORE} />}
          >
            {rowsOf(others)}
          </ShowMore>
        </Disclosure>
      ) : null}
    </>
  );

  return (
    <Section
      id="unsettled"
      heading="Unsettled Transactions:"
      action={
        <Checkbox
          label="Minimal transactions"
          className="-ml-2 has-aria-disabled:opacity-55"
          // With further payments, the server computes the preview.
          data-write={more.hasMore || undefined}
          checked={minimal}
          onChange={({ target }) => onMinimal(target.checked)}
        />
      }
    >
      {/* The list stays until the preview is loaded. */}
      {minimal ? (
        <OnDemand load={load} props={{ event, unsettled, complete: !more.hasMore }} loading={list} />
      ) : (
        list
      )}
    </Section>
  );
}

const largestFirst = (a: ListedSettlement, b: ListedSettlement) => b.amount - a.amount;
