/** `npm run test:all` tries all cases of the long tests; `npm test` and `npm run test:db` try some. */
const ALL = Boolean(process.env.TEST_ALL);

/**
 * @param all how many cases a test tries in `npm run test:all`
 * @param some how many otherwise
 */
export function runs(all: number, some: number = Math.ceil(all / 10)): number {
  return ALL ? all : some;
}

/** Of a table: all cases in `npm run test:all`, otherwise every fourth, and the last. */
export function cases<T>(table: readonly T[]): readonly T[] {
  return ALL ? table : table.filter((_, index) => index % 4 === 0 || index === table.length - 1);
}

/** Which positions of an interleaving are tried: all, or every third. */
export const NEXT_POSITION = ALL ? 1 : 3;
