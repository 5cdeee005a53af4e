/**
 * Partitions numbers into as many zero-sum groups as possible, by trying every subset.
 * @param values safe integers without zeros that sum to zero; at most about 20, because time and memory double with
 * each
 * @returns the groups as indexes into `values`; every index is in exactly one group
 */
export function zeroSumGroups(values: readonly number[]): number[][] {
  const fullSet = 2 ** values.length - 1;
  // A subset is a bit mask. Sums exceed 32 bits, so they are doubles (exact for safe integers).
  const sums = new Float64Array(fullSet + 1);
  const maxGroups = new Uint8Array(fullSet + 1);
  for (let subset = 1; subset <= fullSet; subset++) {
    const lowest = 31 - Math.clz32(subset & -subset);
    sums[subset] = at(sums, subset & (subset - 1)) + (values[lowest] ?? 0);
    let best = 0;
    for (let rest = subset; rest !== 0; rest &= rest - 1) {
      best = Math.max(best, at(maxGroups, subset ^ (rest & -rest)));
    }
    maxGroups[subset] = best + (sums[subset] === 0 ? 1 : 0);
  }
  return readGroups(values.length, sums, maxGroups);
}

/** Removes numbers one by one along an optimal path; each time the remainder sums to zero, a group is complete. */
function readGroups(count: number, sums: Float64Array, maxGroups: Uint8Array): number[][] {
  const groups: number[][] = [];
  let group: number[] = [];
  for (let subset = 2 ** count - 1; subset !== 0;) {
    const before = at(maxGroups, subset) - (at(sums, subset) === 0 ? 1 : 0);
    let position = 0;
    while (!(subset & (1 << position)) || at(maxGroups, subset ^ (1 << position)) !== before) position++;
    group.push(position);
    subset ^= 1 << position;
    if (at(sums, subset) === 0) {
      groups.push(group);
      group = [];
    }
  }
  return groups;
}

function at(array: Float64Array | Uint8Array, index: number): number {
  return array[index] ?? 0;
}
