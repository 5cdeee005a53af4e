"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { balanceToCents, sumCents } from "@/lib/core/money/money";
import { Figure } from "@/components/ui/figure";
import { useCurrentUser } from "@/components/session/current-user";
import type { ListedSettlement } from "./listed-settlement";

export type MyBalanceProps = {
  /** The event's unsettled payments. */
  unsettled: readonly ListedSettlement[];
  /** True if the event has no expenses. */
  empty: boolean;
  /** Shown below the balance. */
  children: ReactNode;
};

const TONES = {
  owed: { card: "bg-owed-soft", text: "text-owed" },
  owe: { card: "bg-owe-soft", text: "text-owe" },
  even: { card: "bg-brand-soft", text: "text-ink" },
} as const;

/** The viewer's balance in an event: the sum of their own unsettled payments. */
export function MyBalance({ unsettled, empty, children }: MyBalanceProps) {
  const { id } = useCurrentUser();
  const mine = unsettled.filter(({ from, to }) => from._id === id || to._id === id);
  const net = sumCents(mine.map(({ to, amount }) => balanceToCents(to._id === id ? amount : -amount)));
  const tone = TONES[net > 0 ? "owed" : net < 0 ? "owe" : "even"];
  return (
    <div
      className={clsx(
        "@container flex flex-col gap-3 rounded-card border border-line p-4 shadow-card sm:p-6",
        tone.card,
      )}
    >
      <p className={clsx("font-extrabold", tone.text)}>
        {net === 0 ? (
          <span className="text-3xl/10 tracking-tight">
            {mine.length > 0 ? "You're even" : empty ? "Nothing owed yet" : "You're all set"}
          </span>
        ) : (
          <>
            <span className="block font-bold">{net > 0 ? "You're owed" : "You owe"} </span>
            <Figure cents={Math.abs(net)} />
          </>
        )}
      </p>
      {children}
    </div>
  );
}
