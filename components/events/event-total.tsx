import { formatDollars } from "@/lib/core/money";
import type { Event } from "@/lib/schemas/answers";

/** 'Total Expenses: $x' */
export function EventTotal({ event }: { event: Event }) {
  return (
    <h2 className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="font-bold text-muted">Total Expenses:</span>{" "}
      <span className="text-3xl/9 font-extrabold tracking-tight tabular-nums">
        {formatDollars(event.total)}
      </span>
    </h2>
  );
}
