/**
 * What an expense means for one person.
 * @param paid what they paid, in cents
 * @param share their share, in cents
 * @returns cents: positive: what they lent the others; negative: their share, if they lent nothing; 0: not involved
 */
export function partOf(paid: number, share: number): number {
  return paid > share ? paid - share : 0 - share;
}
