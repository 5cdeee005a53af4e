import { clsx } from "clsx";
import { Amount } from "@/components/ui/amount";
import { Card } from "@/components/ui/card";
import { Figure } from "@/components/ui/figure";
import { totalsOf, type Balance } from "./balances";
import { BalancePicture } from "./balance-picture";
import { Seesaw } from "./seesaw";

/** The total that the viewer owes or is owed, in words, with its picture. */
export function BalanceTotal({ balances }: { balances: readonly Balance[] }) {
  const { oweCents, owedCents, netCents } = totalsOf(balances);
  const side = netCents < 0 ? "owe" : "owed";
  const clear = balances.length === 0;

  return (
    <Card
      tone={netCents === 0 ? "brand" : side}
      className="flex h-full flex-col gap-4 md:flex-row md:items-center md:justify-between md:gap-6"
    >
      <div
        className={clsx(
          "flex min-w-0 items-center gap-x-4 gap-y-3",
          clear
            ? "flex-1 flex-col-reverse py-4 text-center"
            : "flex-wrap justify-between md:w-56 md:flex-col md:items-start lg:gap-y-6",
        )}
      >
        {clear ? (
          <div>
            <h2 className="text-3xl/10 font-extrabold tracking-tight">All Clear</h2>
            <p className="font-semibold">You are all set!</p>
          </div>
        ) : (
          <div className="@container flex min-w-0 flex-1 basis-44 flex-col gap-1 md:w-full md:flex-none">
            <p className="flex min-w-0 flex-col">
              <span className="font-semibold">
                {netCents === 0 ? "In total" : side === "owe" ? "In total you owe" : "In total you are owed"}
              </span>{" "}
              {netCents === 0 ? (
                <span className="text-3xl/10 font-extrabold tracking-tight">you are even</span>
              ) : (
                <Figure
                  cents={Math.abs(netCents)}
                  max={3}
                  className={clsx("font-black", side === "owe" ? "text-owe" : "text-owed")}
                />
              )}
            </p>
            {oweCents > 0 && owedCents > 0 ? (
              <p className="flex flex-wrap gap-x-4 md:flex-col">
                <Amount cents={owedCents} tone="owed" words="you are owed" />
                <Amount cents={oweCents} tone="owe" words="you owe" />
              </p>
            ) : null}
          </div>
        )}
        <Seesaw netCents={netCents} className={clear ? "w-48" : "w-20 md:w-36"} />
      </div>
      {clear ? null : <BalancePicture balances={balances} />}
    </Card>
  );
}
