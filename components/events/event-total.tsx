import { formatDollars } from "@/lib/core/money";
import type { Event } from "@/lib/schemas/answers";

/** 'Total Expenses: $x' */
export function EventTotal({ event }: { event: Event }) {
  return (
    <div className="@container">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-bold text-muted">Total Expenses:</span>{" "}
        {/* Eight figures fit the card, whatever the size of the text. */}
        <span className="text-[min(1.875rem,11cqi)]/9 font-extrabold tracking-tight tabular-nums">
          {formatDollars(event.total)}
        </span>
      </h2>
    </div>
  );
}
