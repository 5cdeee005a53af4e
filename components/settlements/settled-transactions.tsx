"use client";

import { firstName } from "@/lib/core/names";
import type { Settlement } from "@/lib/schemas/answers";
import { SectionHeading } from "@/components/ui/section-heading";
import { settlementsKey } from "@/components/live-data/keys";
import { useFurtherRows } from "@/components/live-data/use-further-rows";
import { MomentDay } from "@/components/ui/day";
import { LoadMore } from "@/components/ui/load-more";
import { ShowMore } from "@/components/ui/show-more";
import { SettlementRow } from "./settlement-row";
import type { useSettle } from "./use-settle";

export type SettledTransactionsProps = {
  eventId: string;
  /** All unsettled payments and the settled ones in sight. */
  settlements: readonly Settlement[];
  /** The server has more settled ones. */
  hasMore: boolean;
  settling: ReturnType<typeof useSettle>;
};

/** 'Settled Transactions:', dimmed, newest first, with the way back. */
export function SettledTransactions({ eventId, settlements, hasMore, settling }: SettledTransactionsProps) {
  const further = useFurtherRows<Settlement>(settlementsKey(eventId), settlements, hasMore);
  const settled = [...settlements, ...further.rows].filter((one) => one.settled);
  const newestFirst = settled.sort((a, b) => (b.settledAt ?? "").localeCompare(a.settledAt ?? ""));
  return (
    <section aria-labelledby="settled" className="flex flex-col gap-3">
      <SectionHeading id="settled">Settled Transactions:</SectionHeading>
      {settled.length === 0 ? (
        <p className="text-muted">Nothing has been settled yet.</p>
      ) : (
        <ShowMore
          list="card"
          limit={3}
          label={(count) =>
            further.hasMore ? "Show more settled payments" : `Show all ${count} settled payments`
          }
          more={<LoadMore list={further} label="Show more settled payments" />}
        >
          {newestFirst.map((settlement) => (
            <SettlementRow
              key={settlement._id}
              settlement={settlement}
              detail={<SettledBy settlement={settlement} />}
              action="Unsettle"
              pending={settling.isPending(settlement._id)}
              onAction={() => void settling.unsettle(settlement).then(further.refresh)}
            />
          ))}
        </ShowMore>
      )}
    </section>
  );
}

function SettledBy({ settlement: { settledAt, settledBy } }: { settlement: Settlement }) {
  if (!settledAt) return null;
  return (
    <>
      Settled{" "}
      {settledBy ? (
        <>
          by <bdi>{firstName(settledBy.name)}</bdi>{" "}
        </>
      ) : null}
      on <MomentDay at={settledAt} />
    </>
  );
}
