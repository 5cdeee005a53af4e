/** The most rows that one page of a list holds; also the page size if no limit is given (docs/rules.md#limits). */
export const MAX_ROWS = 500;

/** One page of a list. `nextCursor` goes into `?cursor=` of the next request; null on the last page. */
export type Page<Row> = { rows: Row[]; nextCursor: string | null };

/** A page with its rows converted. */
export const mapPage = <From, To>({ rows, nextCursor }: Page<From>, toRow: (row: From) => To): Page<To> => ({
  rows: rows.map(toRow),
  nextCursor,
});

/** Which page: so many rows after a cursor. */
export type PageRequest = { limit?: number | undefined; cursor?: string | undefined };
