import { formatCents } from "@/lib/core/money/money";

/**
 * What two people owe each other before and after a payment of the first to the second, in words.
 * @param name of the person who is paid
 * @param owed the cents that "you" owe them; negative: they owe you
 * @param paid the cents of the payment; null if none is entered yet
 */
export function afterPayment(name: string, owed: number, paid: number | null): string {
  if (paid === null) {
    if (owed > 0) return `You owe ${name} ${formatCents(owed)}.`;
    return owed < 0 ? `${name} owes you ${formatCents(-owed)}.` : `You and ${name} are even.`;
  }
  const left = owed - paid;
  if (left > 0) return `Then you will still owe ${name} ${formatCents(left)}.`;
  if (left === 0) return `Then you and ${name} will be even.`;
  return `Then ${name} will owe you ${formatCents(-left)}.`;
}
