import { clsx } from "clsx";
import { formatCents, formatDollars } from "@/lib/core/money/money";

/** owed: the viewer receives it. owe: the viewer pays it. neutral: neither. */
type AmountTone = "owed" | "owe" | "neutral";

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
   * Text that says what the color says, such as "you owe" or "owes you", shown before the amount; "" if other text says
   * it. Without it, an amount with a tone gets a sign (+ or −), so that the color is never the only cue.
   */
  words?: string | undefined;
  id?: string | undefined;
  className?: string | undefined;
} & ({ cents: number; dollars?: undefined } | { dollars: number; cents?: undefined });

/**
 * Money in tabular figures, which is not translated: `$1,234.50`. Pass `cents` (internal amounts) or `dollars` (API amounts). With the tones
 * `owed` and `owe`, the tone gives the direction and the sign of the amount is ignored.
 */
export function Amount({ cents, dollars, tone = "neutral", size = "md", words, id, className }: AmountProps) {
  const text = cents === undefined ? formatDollars(dollars) : formatCents(cents);
  const magnitude = text.replace("−", "");
  const sign = tone === "owed" ? "+" : "−";
  const shown = tone === "neutral" ? text : words === undefined ? sign + magnitude : magnitude;
  if (!words) {
    return (
      <span id={id} translate="no" className={clsx("amount", tones[tone], sizes[size], className)}>
        {shown}
      </span>
    );
  }
  return (
    <span id={id} className={clsx(tones[tone], className)}>
      <span className="text-sm font-semibold">{words} </span>
      <span translate="no" className={clsx("amount", sizes[size])}>
        {shown}
      </span>
    </span>
  );
}
