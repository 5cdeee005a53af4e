"use client";

import { firstName } from "@/lib/core/names";
import type { Settlement } from "@/lib/schemas/answers";
import { SectionHeading } from "@/components/ui/section-heading";
import { MomentDay } from "@/components/ui/day";
import { ShowMore } from "@/components/ui/show-more";
import { SettlementRow } from "./settlement-row";
import type { useSettle } from "./use-settle";

export type SettledTransactionsProps = {
  settled: readonly Settlement[];
  settling: ReturnType<typeof useSettle>;
};

/** 'Settled Transactions:', dimmed, newest first, with the way back. */
export function SettledTransactions({ settled, settling }: SettledTransactionsProps) {
  const newestFirst = [...settled].sort((a, b) => (b.settledAt ?? "").localeCompare(a.settledAt ?? ""));
  return (
    <section aria-labelledby="settled" className="flex flex-col gap-3">
      <SectionHeading id="settled">Settled Transactions:</SectionHeading>
      {settled.length === 0 ? (
        <p className="text-muted">Nothing has been settled yet.</p>
      ) : (
        <ShowMore list="card" limit={3} label={(count) => `Show all ${count} settled payments`}>
          {newestFirst.map((settlement) => (
            <SettlementRow
              key={settlement._id}
              settlement={settlement}
              detail={<SettledBy settlement={settlement} />}
              action="Unsettle"
              pending={settling.isPending(settlement._id)}
              onAction={() => void settling.unsettle(settlement)}
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
