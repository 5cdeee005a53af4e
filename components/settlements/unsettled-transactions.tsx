"use client";

import type { Route } from "next";
import { useRef } from "react";
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

/** How many payments between others are shown at first. */
const FIRST_OTHERS = 20;
const MORE = "Show more payments";

/** More payments between others than this are rendered on demand. The statement has them without JavaScript. */
const MOST_RENDERED = 10;

export type UnsettledTransactionsProps = {
  event: { _id: string; closed: boolean };
  /** The unsettled payments of the event, perhaps not all between others; MyBalance shows the viewer's own. */
  unsettled: readonly ListedSettlement[];
  /** The props to load more of them. */
  loadMore: Pick<LoadMoreProps, "hasMore" | "loading" | "failed" | "onLoad">;
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
  const { event, unsettled, loadMore, whyOf, minimal, onMinimal, onSettle } = props;
  const listRef = useRef<HTMLUListElement>(null);
  const { id } = useCurrentUser();
  const others = unsettled.filter(({ from, to }) => from._id !== id && to._id !== id);
  const list =
    others.length === 0 ? (
      <p className="text-muted">
        {unsettled.length === 0 ? "Nothing to settle." : "No unsettled payments between others."}
      </p>
    ) : (
      <Disclosure
        name="others"
        onDemand={others.length > MOST_RENDERED}
        summary={
          loadMore.hasMore
            ? "Payments between others"
            : `${pluralize(others.length, "payment")} between others`
        }
      >
        <ShowMore
          name="all-others"
          limit={FIRST_OTHERS}
          label={MORE}
          listRef={listRef}
          more={<LoadMore {...loadMore} listRef={listRef} count={others.length} label={MORE} />}
        >
          {others.map((settlement) => (
            <SettlementRow
              key={settlement._id}
              settlement={settlement}
              href={whyOf(settlement)}
              action="Settle"
              onAction={() => onSettle(settlement)}
            />
          ))}
        </ShowMore>
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
      {minimal ? (
        <OnDemand load={load} props={{ event, unsettled, complete: !loadMore.hasMore }} loading={list} />
      ) : (
        list
      )}
    </Section>
  );
}
