import { formatCents } from "@/lib/core/money/money";
import { Sentence } from "@/components/ui/bdi";

/**
 * Previews the shares of an equal split. The server chooses who bears the odd cents, because that depends on the
 * expense's id, but their number is known. It does not use lib/core/split, which a form with equal splits need not
 * load.
 * @param cents the amount; negative: a refund
 * @param people how many share it
 * @returns `$12.34 each`, or what most pay, and what the others do: `$3.33 each; one person pays $3.34`; of a refund
 * `$12.34 back for each`; null without people
 */
function sharePreview(cents: number, people: number): string | null {
  if (people === 0) return null;
  const size = Math.abs(cents);
  const [each, verb] = cents < 0 ? ["back for each", "get"] : ["each", "pay"];
  const unlucky = size % people;
  const less = (size - unlucky) / people;
  if (unlucky === 0) return `${formatCents(less)} ${each}`;
  const [most, others, count] =
    unlucky > people / 2 ? [less + 1, less, people - unlucky] : [less, less + 1, unlucky];
  const pay = count === 1 ? `one person ${verb}s` : `${count} people ${verb}`;
  return `${formatCents(most)} ${each}; ${pay} ${formatCents(others)}`;
}

export type SharePreviewProps = { cents: number; people: number };

export function SharePreview({ cents, people }: SharePreviewProps) {
  const text = sharePreview(cents, people);
  return text ? (
    <span className="block font-bold tabular-nums">
      <Sentence>{text}</Sentence>
    </span>
  ) : null;
}
