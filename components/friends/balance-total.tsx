import { formatCents } from "@/lib/core/money";
import { Amount } from "@/components/ui/amount";
import { Card } from "@/components/ui/card";
import { totalsOf, type Balance } from "./balances";
import { BalancePicture } from "./balance-picture";

/** The figure one opens the app for: what one owes or is owed in total, in words, and the picture of it. */
export function BalanceTotal({ balances }: { balances: readonly Balance[] }) {
  const { oweCents, owedCents, netCents } = totalsOf(balances);
  const side = netCents < 0 ? "owe" : "owed";
  const both = oweCents > 0 && owedCents > 0;

  return (
    <Card tone={netCents === 0 ? "brand" : side} className="flex flex-col gap-4 lg:flex-row lg:items-center">
      <div className="flex shrink-0 flex-wrap items-end justify-between gap-x-8 gap-y-3 lg:w-52 lg:flex-col lg:items-start lg:self-start">
        <p className="flex flex-col">
          {netCents === 0 ? (
            <>
              <span className="font-semibold">In total</span>
              <span className="text-3xl/10 font-extrabold tracking-tight">you are even</span>
            </>
          ) : (
            <>
              <span className="font-semibold">
                {side === "owe" ? "In total you owe" : "In total you are owed"}
              </span>{" "}
              <span
                className={`text-5xl/14 font-black tracking-tight tabular-nums ${side === "owe" ? "text-owe" : "text-owed"}`}
              >
                {formatCents(Math.abs(netCents))}
              </span>
            </>
          )}
        </p>
        {both ? (
          <p className="flex flex-wrap gap-x-6 gap-y-1 pb-2 lg:flex-col">
            <Amount cents={owedCents} tone="owed" words="you are owed" />
            <Amount cents={oweCents} tone="owe" words="you owe" />
          </p>
        ) : null}
      </div>
      <BalancePicture balances={balances} />
    </Card>
  );
}
