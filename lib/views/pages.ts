import "server-only";
import { MAX_ROWS, type Page } from "@/lib/core/page";
import type { PageRequest } from "@/lib/db/page";

/** The shape of a document whose lists arrive row by row. */
export type Streaming<T> = T extends readonly (infer Row)[]
  ? readonly Row[] | AsyncIterable<Streaming<Row>>
  : T extends object
    ? { [Key in keyof T]: Streaming<T[Key]> }
    : T;

/** All rows of a list, loaded a page at a time, each page when it is due. */
export async function* allRows<Row>(load: (page: PageRequest) => Promise<Page<Row>>): AsyncGenerator<Row> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: Page<Row> = await load({ limit: MAX_ROWS, ...(cursor && { cursor }) });
    yield* page.rows;
    cursor = page.nextCursor;
  }
}
