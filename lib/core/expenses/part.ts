/**
 * What an expense means for one person.
 * @param paid what they paid, in cents; negative: what they received of a refund
 * @param share their share, in cents
 * @returns cents: positive: what they lent the others, or owe them of a refund; negative: their share, if that is nothing;
 * 0: not involved
 */
export function partOf(paid: number, share: number): number {
  const [own, cost] = [Math.abs(paid), Math.abs(share)];
  return own > cost ? own - cost : 0 - cost;
}

/** What comes before the amount of a person's part: `you lent`. @param part see {@link partOf}; not 0 */
export function partInWords(part: number, isRefund: boolean): string {
  if (isRefund) return part > 0 ? "you owe" : "you get back";
  return part > 0 ? "you lent" : "your share";
}
