"use client";

import { PAYMENT_METHOD_NAMES } from "@/lib/core/settlements";
import type { Person } from "@/lib/contract/people";
import { useCurrentUser } from "@/components/session/current-user";
import { Section } from "@/components/ui/section";
import { LocalDay } from "@/components/ui/day";
import { LoadMore, type LoadMoreProps } from "@/components/ui/load-more";
import { ShowMore } from "@/components/ui/show-more";
import { SettlementRow } from "./settlement-row";
import { shortNames } from "@/components/people/short-names";
import { Bdi } from "@/components/ui/bdi";
import type { ListedSettlement } from "./listed-settlement";

export type SettledTransactionsProps = {
  settled: readonly ListedSettlement[];
  /** True if the event has no expenses, so that there is nothing to settle. */
  empty: boolean;
  /** All people on the screen. */
  people: readonly Person[];
  onUnsettle: (settlement: ListedSettlement) => void;
  /** The props to load more of them. */
  more: Omit<LoadMoreProps, "label">;
};

const MORE = "Show more settled payments";

/** 'Settled Transactions:', dimmed, newest first, with Unsettle buttons. */
export function SettledTransactions({ settled, empty, people, onUnsettle, more }: SettledTransactionsProps) {
  const nameOf = shortNames([...people, ...settled.flatMap(({ settledBy }) => settledBy ?? [])]);
  const newestFirst = [...settled].sort((a, b) => (b.settledAt ?? "").localeCompare(a.settledAt ?? ""));
  return (
    <Section id="settled" heading="Settled Transactions:">
      {settled.length === 0 ? (
        empty ? null : (
          <p className="text-muted">Nothing has been settled yet.</p>
        )
      ) : (
        <ShowMore
          name="settled"
          limit={3}
          label={more.hasMore ? MORE : `Show all ${settled.length} settled payments`}
          listRef={more.listRef}
          more={<LoadMore {...more} label={MORE} />}
        >
          {newestFirst.map((settlement) => (
            <SettlementRow
              key={settlement._id}
              settlement={settlement}
              detail={<SettledBy settlement={settlement} nameOf={nameOf} />}
              action="Unsettle"
              onAction={() => onUnsettle(settlement)}
            />
          ))}
        </ShowMore>
      )}
    </Section>
  );
}

type SettledByProps = { settlement: ListedSettlement; nameOf: (id: string) => string };

function SettledBy({ settlement, nameOf }: SettledByProps) {
  const user = useCurrentUser();
  const { settledAt, settledBy, method, note } = settlement;
  if (!settledAt) return null;
  const how = [method && PAYMENT_METHOD_NAMES[method], note].filter(Boolean).join(" · ");
  return (
    <>
      Settled{" "}
      {settledBy ? <>by {settledBy._id === user.id ? "you" : <Bdi>{nameOf(settledBy._id)}</Bdi>} </> : null}
      on&nbsp;
      <LocalDay at={settledAt} />
      {how ? (
        <Bdi dir="auto" className="block wrap-anywhere">
          {how}
        </Bdi>
      ) : null}
    </>
  );
}
