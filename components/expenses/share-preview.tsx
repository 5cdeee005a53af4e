import { formatCents } from "@/lib/core/money/money";

/**
 * Previews the shares of an equal split. The server chooses who bears the odd cents, because that depends on the
 * expense's id, but their number is known. It does not use lib/core/split, which a form with equal splits need not
 * load.
 * @param cents the amount
 * @param people how many share it
 * @returns `$12.34 each`, or `$3.33 each, and 1 cent more for one of them`; null without people
 */
function sharePreview(cents: number, people: number): string | null {
  if (people === 0) return null;
  const unlucky = cents % people;
  const each = `${formatCents((cents - unlucky) / people)} each`;
  if (unlucky === 0) return each;
  return `${each}, and 1 cent more for ${unlucky === 1 ? "one" : unlucky} of them`;
}

export type SharePreviewProps = { cents: number; people: number };

export function SharePreview({ cents, people }: SharePreviewProps) {
  const text = sharePreview(cents, people);
  return text ? <span className="block font-bold tabular-nums">{text}</span> : null;
}
