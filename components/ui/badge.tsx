import { clsx } from "clsx";
import type { ReactNode } from "react";

const tones = {
  brand: "bg-brand-soft text-brand",
  sun: "bg-sun-soft text-on-sun",
} as const;

/** A short label for an item: "(Pending)", "3 new". */
export function Badge({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={clsx("inline-flex min-h-6 items-center rounded-full px-3 text-sm/5 font-bold", tones[tone])}
    >
      {children}
    </span>
  );
}
