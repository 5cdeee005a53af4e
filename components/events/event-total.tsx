import { formatDollars } from "@/lib/core/money";
import type { Event } from "@/lib/schemas/answers";

/** 'Total Expenses: $x'. */
export function EventTotal({ event }: { event: Event }) {
  return (
    <h2 className="flex flex-wrap items-baseline gap-x-2">
      <span>Total Expenses:</span>{" "}
      <span className="font-bold tabular-nums">{formatDollars(event.total)}</span>
    </h2>
  );
}
