import "server-only";
import { MAX_ROWS, type Page } from "@/lib/core/page";
import type { PageRequest } from "@/lib/db/page";

/** The type of a document whose lists are streamed row by row. */
export type Streaming<T> = T extends readonly (infer Row)[]
  ? readonly Row[] | AsyncIterable<Streaming<Row>>
  : T extends object
    ? { [Key in keyof T]: Streaming<T[Key]> }
    : T;

/** Streams all rows of a list, loading each page when it is needed. */
export async function* allRows<Row>(load: (page: PageRequest) => Promise<Page<Row>>): AsyncGenerator<Row> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: Page<Row> = await load({ limit: MAX_ROWS, ...(cursor && { cursor }) });
    yield* page.rows;
    cursor = page.nextCursor;
  }
}
