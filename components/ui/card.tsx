import { clsx } from "clsx";
import type { ComponentProps } from "react";

const tones = {
  surface: "border border-line bg-surface shadow-card",
  well: "bg-well",
  brand: "bg-brand-soft",
  owed: "bg-owed-soft",
  owe: "bg-owe-soft",
  sun: "bg-sun-soft text-on-sun",
} as const;

export type CardProps = ComponentProps<"div"> & { tone?: keyof typeof tones | undefined };

/** A card that groups related content. */
export function Card({ tone = "surface", className, ...rest }: CardProps) {
  return <div className={clsx("rounded-card p-4 sm:p-6", tones[tone], className)} {...rest} />;
}
