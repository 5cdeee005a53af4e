import { clsx } from "clsx";
import { formatCents, formatDollars } from "@/lib/core/money";

/** owed: comes to the viewer. owe: goes from the viewer. neutral: neither. */
export type AmountTone = "owed" | "owe" | "neutral";

const tones: Record<AmountTone, string> = { owed: "text-owed", owe: "text-owe", neutral: "" };
const sizes = {
  sm: "text-sm",
  md: "text-base",
  lg: "text-[min(1.5rem,7vw)]/tight tracking-tight",
  xl: "text-[min(2.25rem,9vw)]/tight tracking-tight",
} as const;

export type AmountProps = {
  tone?: AmountTone | undefined;
  size?: keyof typeof sizes | undefined;
  /**
   * Says what the colour says, e.g. "you owe" or "owes you"; stands before the amount. Without words an
   * owed or owing amount carries a sign (+ or -), so that it is never told by colour alone.
   */
  words?: string | undefined;
  /** The words above the amount, both to the right: for the end of a row. */
  stack?: boolean | undefined;
  className?: string | undefined;
} & ({ cents: number; dollars?: undefined } | { dollars: number; cents?: undefined });

/**
 * Money in tabular figures: `$1,234.50`. Give `cents` (inside) or `dollars` (as the API has them). With `owed`
 * or `owe` the size of the amount counts and its own sign does not: the tone gives the direction.
 */
export function Amount({
  cents,
  dollars,
  tone = "neutral",
  size = "md",
  words,
  stack = false,
  className,
}: AmountProps) {
  const text = cents === undefined ? formatDollars(dollars) : formatCents(cents);
  const magnitude = text.replace(/^-/, "");
  const sign = tone === "owed" ? "+" : "-";
  const shown = tone === "neutral" ? text : words ? magnitude : sign + magnitude;
  return (
    <span className={clsx(tones[tone], stack && "inline-flex flex-col items-end text-end", className)}>
      {words ? (
        <span className={clsx("font-semibold", stack ? "text-xs/4" : "text-sm")}>{words} </span>
      ) : null}
      <span className={clsx("font-extrabold whitespace-nowrap tabular-nums", sizes[size])}>{shown}</span>
    </span>
  );
}
