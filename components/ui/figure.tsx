import { clsx } from "clsx";
import { formatCents } from "@/lib/core/money/money";

/** The width available for the digits, in percent of the container; a digit is a little wider than half its height. */
const FILL = 150;

/** From $10,000 on, a small figure is rounded, so that it can be read. */
const LONG = 1_000_000;
const rounded = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumSignificantDigits: 3,
});

export type FigureProps = {
  /** Not negative. */
  cents: number;
  /** In little space, a large amount is rounded: `$250K`. */
  small?: boolean | undefined;
  /** The maximum font size, in rem. */
  max: number;
  /** Before the amount. */
  sign?: string | undefined;
  className?: string | undefined;
};

/** An amount as large as its digits allow, at any text size. An ancestor has the class @container. */
export function Figure({ cents, small = false, max, sign = "", className }: FigureProps) {
  const text = sign + (small && cents >= LONG ? rounded.format(cents / 100) : formatCents(cents));
  return (
    <span
      translate="no"
      className={clsx("leading-[1.1] tracking-tight tabular-nums", className)}
      style={{ fontSize: `min(${max}rem, ${(FILL / text.length).toFixed(1)}cqi)` }}
    >
      {text}
    </span>
  );
}
