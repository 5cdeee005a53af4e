import "server-only";
import { MAX_ROWS, type Page, type PageRequest } from "@/lib/core/page";

/** The type of a document whose lists are streamed row by row. */
export type Streaming<T> = T extends readonly (infer Row)[]
  ? readonly Row[] | AsyncIterable<Streaming<Row>>
  : T extends object
    ? { [Key in keyof T]: Streaming<T[Key]> }
    : T;

/** All items as a list, converted one after another: those of many people are large. */
export async function collect<Item, Row>(
  items: AsyncIterable<Item>,
  convert: (item: Item) => Row,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const item of items) rows.push(convert(item));
  return rows;
}

/** Streams all rows of a list, loading each page while the previous one is used. */
export async function* allRows<Row>(load: (page: PageRequest) => Promise<Page<Row>>): AsyncGenerator<Row> {
  for await (const rows of oneAhead(pagesOf(load))) yield* rows;
}

async function* pagesOf<Row>(load: (page: PageRequest) => Promise<Page<Row>>): AsyncGenerator<Row[]> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: Page<Row> = await load({ limit: MAX_ROWS, ...(cursor && { cursor }) });
    yield page.rows;
    cursor = page.nextCursor;
  }
}

/** Gets each item while the previous one is used, so that the database and the reader work at the same time. */
export async function* oneAhead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next();
  for (;;) {
    const { done, value } = await next;
    if (done) return;
    next = items.next();
    // The error is thrown when the reader gets to it.
    next.catch(() => undefined);
    yield value;
  }
}

/**
 * Writes a value as JSON in chunks, so that a document of any size needs no more memory than its largest row. Async
 * iterables become arrays; they may be nested in objects and rows.
 */
export async function* streamJson(value: unknown): AsyncGenerator<string> {
  if (isAsyncIterable(value)) {
    let separator = "[";
    for await (const row of value) {
      yield separator;
      yield* streamJson(row);
      separator = ",\n";
    }
    yield separator === "[" ? "[]" : "]";
  } else if (isObject(value) && Object.values(value).some(isAsyncIterable)) {
    let separator = "{";
    for (const [key, field] of Object.entries(value)) {
      yield `${separator}${JSON.stringify(key)}:`;
      yield* streamJson(field);
      separator = ",\n";
    }
    yield "}";
  } else {
    yield JSON.stringify(value);
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return isObject(value) && Symbol.asyncIterator in value;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
