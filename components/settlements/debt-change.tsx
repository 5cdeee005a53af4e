import { formatDollars } from "@/lib/core/money/money";

/** By how many dollars a line of "Why" changes the debt. */
export function DebtChange({ amount }: { amount: number }) {
  const adds = amount > 0;
  return (
    <span className="flex flex-col items-end">
      <span className="amount">
        {adds ? "+" : ""}
        {formatDollars(amount)}
      </span>{" "}
      <span className="text-sm text-muted">{adds ? "adds to the debt" : "reduces the debt"}</span>
    </span>
  );
}
