/** `npm run test:all` tries all cases of the long tests, `npm run test:db` many, and `npm test` some. */
const ALL = Boolean(process.env.TEST_ALL);
const MANY = Boolean(process.env.TEST_MANY);

/**
 * @param all how many cases a test tries in `npm run test:all`
 * @param some how many otherwise; default: a tenth, in `npm run test:db` a fifth
 */
export function runs(all: number, some: number = Math.ceil(all / (MANY ? 5 : 10))): number {
  return ALL ? all : some;
}

/** Of a table: all cases, or in `npm test` every fourth, and the last. */
export function cases<T>(table: readonly T[]): readonly T[] {
  return ALL || MANY ? table : table.filter((_, index) => index % 4 === 0 || index === table.length - 1);
}

/** Which positions of an interleaving are tried: all, or every third. */
export const NEXT_POSITION = ALL ? 1 : 3;
