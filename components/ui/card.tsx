import { clsx } from "clsx";
import type { ComponentProps } from "react";

export type CardTone = "surface" | "well" | "brand" | "owed" | "owe" | "sun";

const tones: Record<CardTone, string> = {
  surface: "border border-line bg-surface shadow-card",
  well: "bg-well",
  brand: "bg-brand-soft",
  owed: "bg-owed-soft",
  owe: "bg-owe-soft",
  sun: "bg-sun-soft text-on-sun",
};

export type CardProps = ComponentProps<"div"> & { tone?: CardTone | undefined };

/** A card that groups related content. */
export function Card({ tone = "surface", className, ...rest }: CardProps) {
  return <div className={clsx("rounded-card p-4 sm:p-6", tones[tone], className)} {...rest} />;
}
