import { clsx } from "clsx";
import { formatCents } from "@/lib/core/money/money";

/** The width available for the digits, in percent of the container; a digit is a little wider than half its height. */
const FILL = 150;

/** The maximum font size, in rem. */
const MOST = 2.5;

export type FigureProps = {
  /** Not negative. */
  cents: number;
  className?: string | undefined;
};

/** An amount as large as its digits allow, at any text size. An ancestor has the class @container. */
export function Figure({ cents, className }: FigureProps) {
  const text = formatCents(cents);
  return (
    <span
      translate="no"
      className={clsx("leading-[1.1] tracking-tight tabular-nums", className)}
      style={{ fontSize: `min(${MOST}rem, ${(FILL / text.length).toFixed(1)}cqi)` }}
    >
      {text}
    </span>
  );
}
