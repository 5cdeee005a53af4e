import { clsx } from "clsx";
import { Amount } from "@/components/ui/amount";
import { Card } from "@/components/ui/card";
import { Figure } from "@/components/ui/figure";
import { totalsOf, type Balance } from "./balances";
import { Seesaw } from "./seesaw";

/** The total that the viewer owes or is owed, in words, with its picture. On a phone at most 220 px high. */
export function BalanceTotal({ balances }: { balances: readonly Balance[] }) {
  const { oweCents, owedCents, netCents } = totalsOf(balances);
  const side = netCents < 0 ? "owe" : "owed";
  if (balances.length === 0) {
    return (
      <Card tone="brand" className="flex flex-col items-center text-center">
        <Seesaw netCents={0} className="w-40" />
        <h2 className="text-3xl/10 font-extrabold tracking-tight">All Clear</h2>
        <p className="font-semibold">You are all set!</p>
      </Card>
    );
  }
  return (
    <Card
      tone={netCents === 0 ? "brand" : side}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-3 sm:gap-y-0"
    >
      <div className="@container">
        <p className="flex flex-col">
          <span className="font-semibold">
            {netCents === 0 ? "In total" : side === "owe" ? "In total you owe" : "In total you are owed"}
          </span>{" "}
          {netCents === 0 ? (
            <span className="text-3xl/10 font-extrabold tracking-tight">you are even</span>
          ) : (
            <Figure
              cents={Math.abs(netCents)}
              className={clsx("font-black", side === "owe" ? "text-owe" : "text-owed")}
            />
          )}
        </p>
      </div>
      <Seesaw netCents={netCents} className="w-[84px] sm:row-span-2 sm:w-32" />
      {oweCents > 0 && owedCents > 0 ? (
        <p className="col-span-2 flex flex-wrap gap-x-4 leading-tight sm:col-span-1">
          <Amount cents={owedCents} tone="owed" size="sm" words="you are owed" />
          <Amount cents={oweCents} tone="owe" size="sm" words="you owe" />
        </p>
      ) : null}
    </Card>
  );
}
