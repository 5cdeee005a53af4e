import { MAX_WEIGHT } from "./split";

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/**
 * The weights of a split by shares that divides an amount like this one: the smallest whole numbers, or, if these are too
 * large, the amounts scaled down to the cent of a share.
 * @param cents what each person has, at least one of them more than 0
 * @returns shares with at most 2 decimals
 */
export function proportionOf(cents: readonly number[]): number[] {
  const common = cents.reduce(divisor);
  const most = Math.max(...cents) / common;
  const shares = MAX_WEIGHT / 100;
  const scale = most <= shares ? 1 : Math.max(100, most / shares);
  return cents.map((one) => Math.round((one / common / scale) * 100) / 100);
}
