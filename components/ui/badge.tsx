import { clsx } from "clsx";
import type { ReactNode } from "react";

export type BadgeTone = "neutral" | "brand" | "sun" | "owed" | "owe";

const tones: Record<BadgeTone, string> = {
  neutral: "bg-well text-muted",
  brand: "bg-brand-soft text-brand",
  sun: "bg-sun-soft text-on-sun",
  owed: "bg-owed-soft text-owed",
  owe: "bg-owe-soft text-owe",
};

/** A short label for an item: "(Pending)", "Settled". */
export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={clsx(
        "inline-flex min-h-6 items-center gap-1 rounded-full px-3 text-sm/5 font-bold [&_.icon]:size-4",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
