/** `npm run test:all` tries all cases of the long tests, `npm test` a fifth of them. */
const ALL = Boolean(process.env.TEST_ALL);

/**
 * @param all how many cases a test tries in `npm run test:all`
 * @param some how many in `npm test`
 */
export function runs(all: number, some: number = Math.ceil(all / 5)): number {
  return ALL ? all : some;
}

/** Which positions of an interleaving are tried: all, or every third. */
export const NEXT_POSITION = ALL ? 1 : 3;
