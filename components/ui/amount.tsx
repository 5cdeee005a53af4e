import { clsx } from "clsx";
import { formatCents, formatDollars } from "@/lib/core/money";

/** owed: comes to the viewer. owe: goes from the viewer. neutral: neither. */
export type AmountTone = "owed" | "owe" | "neutral";

const tones: Record<AmountTone, string> = { owed: "text-owed", owe: "text-owe", neutral: "" };
const sizes = {
  sm: "text-sm",
  md: "",
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
  className?: string | undefined;
} & ({ cents: number; dollars?: undefined } | { dollars: number; cents?: undefined });

/**
 * Money in tabular figures: `$1,234.50`. Give `cents` (inside) or `dollars` (as the API has them). With `owed`
 * or `owe` the size of the amount counts and its own sign does not: the tone gives the direction.
 */
export function Amount({ cents, dollars, tone = "neutral", size = "md", words, className }: AmountProps) {
  const text = cents === undefined ? formatDollars(dollars) : formatCents(cents);
  const magnitude = text.replace(/^-/, "");
  const sign = tone === "owed" ? "+" : "-";
  if (!words) {
    const shown = tone === "neutral" ? text : sign + magnitude;
    return <span className={clsx("amount", tones[tone], sizes[size], className)}>{shown}</span>;
  }
  return (
    <span className={clsx(tones[tone], className)}>
      <span className="text-sm font-semibold">{words} </span>
      <span className={clsx("amount", sizes[size])}>{tone === "neutral" ? text : magnitude}</span>
    </span>
  );
}
