import { formatCents } from "@/lib/core/money/money";

/**
 * What two people owe each other before and after a payment, in words.
 * @param name of the other person
 * @param owed the cents that "you" owe them; negative: they owe you
 * @param paid the cents that you pay them; negative: they pay you; null if none are entered yet
 */
export function afterPayment(name: string, owed: number, paid: number | null): string {
  if (paid === null) {
    if (owed > 0) return `You owe ${name} ${formatCents(owed)}.`;
    return owed < 0 ? `${name} owes you ${formatCents(-owed)}.` : `You and ${name} are even.`;
  }
  const left = owed - paid;
  if (left === 0) return `Then you and ${name} will be even.`;
  const still = left > 0 === owed > 0 && Math.abs(left) < Math.abs(owed) ? "still " : "";
  return left > 0
    ? `Then you will ${still}owe ${name} ${formatCents(left)}.`
    : `Then ${name} will ${still}owe you ${formatCents(-left)}.`;
}
