/** `npm run test:all` tries all cases of the long tests, `npm test` a fifth of them. */
const ALL = Boolean(process.env.TEST_ALL);

/** @param all how many cases a test tries in `npm run test:all` */
export function runs(all: number): number {
  return ALL ? all : Math.ceil(all / 5);
}

/** Which positions of an interleaving are tried: all, or every third. */
export const NEXT_POSITION = ALL ? 1 : 3;
