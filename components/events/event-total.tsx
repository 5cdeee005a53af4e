import { formatDollars } from "@/lib/core/money";
import type { Event } from "@/lib/schemas/answers";

/** Hundredths of the card's width that the digits may take in all: a digit is a little wider than half its height. */
const FILL = 165;

/** 'Total Expenses: $x', as large as its digits leave room for, whatever the size of the text. */
export function EventTotal({ event }: { event: Event }) {
  const total = formatDollars(event.total);
  return (
    <div className="@container">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-bold text-muted">Total Expenses:</span>{" "}
        <span
          className="leading-tight font-extrabold tracking-tight tabular-nums"
          style={{ fontSize: `min(1.875rem, ${(FILL / total.length).toFixed(1)}cqi)` }}
        >
          {total}
        </span>
      </h2>
    </div>
  );
}
