"use client";

import { clsx } from "clsx";
import type { Route } from "next";
import type { ReactNode } from "react";
import { balanceToCents } from "@/lib/core/money/money";
import { sumCents } from "@/lib/core/money/totals";
import { Figure } from "@/components/ui/figure";
import { ShowMore } from "@/components/ui/show-more";
import { useCurrentUser } from "@/components/session/current-user";
import { SettlementRow } from "./settlement-row";
import type { ListedSettlement } from "./listed-settlement";

export type MyBalanceProps = {
  /** The event's unsettled payments. */
  unsettled: readonly ListedSettlement[];
  /** True if the event has no expenses. */
  empty: boolean;
  whyOf: (settlement: ListedSettlement) => Route;
  canSettle: boolean;
  onSettle: (settlement: ListedSettlement) => void;
  /** Shown below the balance. */
  children: ReactNode;
};

const TONES = {
  owed: { card: "bg-owed-soft", text: "text-owed" },
  owe: { card: "bg-owe-soft", text: "text-owe" },
  even: { card: "bg-brand-soft", text: "text-ink" },
} as const;

/**
 * The viewer's balance in an event, and the transactions summary: only their own unsettled payments, debts first.
 */
export function MyBalance({ unsettled, empty, whyOf, canSettle, onSettle, children }: MyBalanceProps) {
  const { id } = useCurrentUser();
  const owing = unsettled.filter(({ from }) => from._id === id).sort(largestFirst);
  const owed = unsettled.filter(({ to }) => to._id === id).sort(largestFirst);
  const mine = [...owing, ...owed];
  const net = sum(owed) - sum(owing);
  const tone = TONES[net > 0 ? "owed" : net < 0 ? "owe" : "even"];
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <div className={clsx("@container flex flex-col gap-3 p-4 sm:p-6", tone.card)}>
        <p className={clsx("font-extrabold", tone.text)}>
          {net === 0 ? (
            <span className="text-3xl/10 tracking-tight">
              {mine.length > 0 ? "You're even" : empty ? "Nothing owed yet" : "You're all set"}
            </span>
          ) : (
            <>
              <span className="block font-bold">{net > 0 ? "You're owed" : "You owe"} </span>
              <Figure cents={Math.abs(net)} max={2.5} />
            </>
          )}
        </p>
        {children}
      </div>
      {mine.length > 0 ? (
        <ShowMore
          name="mine"
          limit={8}
          label={`Show all ${mine.length}`}
          className="rounded-none border-0 border-t shadow-none"
        >
          {mine.map((settlement) => (
            <SettlementRow
              key={settlement._id}
              settlement={settlement}
              href={whyOf(settlement)}
              action="Settle"
              canAct={canSettle}
              onAction={() => onSettle(settlement)}
            />
          ))}
        </ShowMore>
      ) : null}
    </div>
  );
}

const largestFirst = (a: ListedSettlement, b: ListedSettlement) => b.amount - a.amount;

const sum = (rows: readonly ListedSettlement[]) => sumCents(rows.map(({ amount }) => balanceToCents(amount)));
