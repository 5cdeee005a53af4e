"use client";

import { useRef } from "react";
import { firstName } from "@/lib/core/names";
import { PAYMENT_METHOD_NAMES } from "@/lib/core/payment-methods";
import { SectionHeading } from "@/components/ui/section-heading";
import { LocalDay } from "@/components/ui/day";
import { LoadMore, type LoadMoreProps } from "@/components/ui/load-more";
import { ShowMore } from "@/components/ui/show-more";
import { SettlementRow } from "./settlement-row";
import type { ListedSettlement } from "./listed-settlement";

export type SettledTransactionsProps = {
  settled: readonly ListedSettlement[];
  onUnsettle: (settlement: ListedSettlement) => void;
  /** The first page of the list, with the props to load more. */
  list: Pick<LoadMoreProps, "hasMore" | "loading" | "failed" | "onLoad">;
};

const MORE = "Show more settled payments";

/** 'Settled Transactions:', dimmed, newest first, with Unsettle buttons. */
export function SettledTransactions({ settled, onUnsettle, list }: SettledTransactionsProps) {
  const newestFirst = [...settled].sort((a, b) => (b.settledAt ?? "").localeCompare(a.settledAt ?? ""));
  const listRef = useRef<HTMLUListElement>(null);
  return (
    <section aria-labelledby="settled" className="flex flex-col gap-3">
      <SectionHeading id="settled">Settled Transactions:</SectionHeading>
      {settled.length === 0 ? (
        <p className="text-muted">Nothing has been settled yet.</p>
      ) : (
        <ShowMore
          list="card"
          limit={3}
          label={list.hasMore ? MORE : `Show all ${settled.length} settled payments`}
          listRef={listRef}
          more={<LoadMore {...list} listRef={listRef} count={settled.length} label={MORE} />}
        >
          {newestFirst.map((settlement) => (
            <SettlementRow
              key={settlement._id}
              settlement={settlement}
              detail={<SettledBy settlement={settlement} />}
              action="Unsettle"
              onAction={() => onUnsettle(settlement)}
            />
          ))}
        </ShowMore>
      )}
    </section>
  );
}

function SettledBy({ settlement }: { settlement: ListedSettlement }) {
  const { settledAt, settledBy, method, note } = settlement;
  if (!settledAt) return null;
  const how = [method && PAYMENT_METHOD_NAMES[method], note].filter(Boolean).join(" · ");
  return (
    <>
      Settled{" "}
      {settledBy ? (
        <>
          by <bdi>{firstName(settledBy.name)}</bdi>{" "}
        </>
      ) : null}
      on <LocalDay at={settledAt} />
      {how ? (
        <bdi dir="auto" className="block wrap-anywhere">
          {how}
        </bdi>
      ) : null}
    </>
  );
}
