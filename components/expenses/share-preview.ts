import { formatCents } from "@/lib/core/money";
import { splitEqually } from "@/lib/core/split";

/**
 * What each share of an expense will be. Who bears the odd cents is the server's choice, since it depends on the
 * expense's id; how many people do is known beforehand.
 * @param cents the amount
 * @param people ids of those in the split
 * @returns `$12.34 each`, or `$3.33 each, and 1 cent more for one of them`; null where there is nobody to split with
 */
export function sharePreview(cents: number, people: readonly string[]): string | null {
  if (people.length === 0) return null;
  const shares = splitEqually(cents, people, "").map((share) => share.cents);
  const least = Math.min(...shares);
  const unlucky = shares.filter((share) => share > least).length;
  const each = `${formatCents(least)} each`;
  if (unlucky === 0) return each;
  return `${each}, and 1 cent more for ${unlucky === 1 ? "one" : unlucky} of them`;
}
