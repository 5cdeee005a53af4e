"use client";

import { useEffect, useRef, useState } from "react";
import useSWR from "swr";
import { changes, pathOf } from "@/lib/client/call";
import { callPage } from "@/lib/client/call-page";
import type { ResponseOf, AnyInput, EndpointInput, PagedEndpoint } from "@/lib/client/endpoints";
import type { Page } from "@/lib/core/page";

const ROWS_PER_PAGE = 50;

/** The writes of the browser's tabs. Pages that were loaded before a write are not shown again. */
let writes = 0;
if (changes) new BroadcastChannel(changes.name).onmessage = () => writes++;

type RowsOf<Name extends PagedEndpoint, Row> = (response: ResponseOf<Name>) => Row[];

/**
 * The rows of a list: those that the server rendered, and further pages on demand. Loaded pages are reloaded after
 * each refresh of the screen.
 * @param name of the operation
 * @param input of the operation, without `limit` and `cursor`
 * @param rendered the first rows
 * @param cursor of the second page, null if there is none
 * @param rowsOf extracts the rows of a response; default: the response is the list
 */
export function useLoadMore<Name extends PagedEndpoint, Row extends { _id: string }>(
  name: Name,
  input: EndpointInput<Name> & AnyInput,
  rendered: readonly Row[],
  cursor: string | null,
  ...[rowsOf]: ResponseOf<Name> extends readonly NoInfer<Row>[]
    ? [rowsOf?: RowsOf<Name, Row>]
    : [rowsOf: RowsOf<Name, Row>]
) {
  const listRef = useRef<HTMLUListElement>(null);
  const toRows = (rowsOf ?? ((rows) => rows)) as RowsOf<Name, Row>;
  const path = pathOf(name, input);
  /** The number of further pages requested, cached so that they are shown again when the user comes back. */
  const { data: count = 0, mutate: setCount } = useSWR<number>(["pages", path], null);
  const loaded = useRef<{ rendered: readonly Row[]; pages: readonly Page<Row>[] }>({ rendered, pages: [] });

  async function load(): Promise<readonly Page<Row>[]> {
    const pages = loaded.current.rendered === rendered ? [...loaded.current.pages] : [];
    let next = pages.length > 0 ? pages.at(-1)?.nextCursor : cursor;
    while (next && pages.length < count) {
      const query = { ...input.query, limit: ROWS_PER_PAGE, cursor: next };
      const { rows, nextCursor } = await callPage(name, { ...input, query });
      pages.push({ rows: toRows(rows), nextCursor });
      next = nextCursor;
    }
    loaded.current = { rendered, pages };
    return pages;
  }

  const [version] = useState(() => writes);
  const key = cursor && count > 0 ? [path, cursor, count, version] : null;
  const options = { keepPreviousData: true, dedupingInterval: 0 };
  const { data, error, isValidating, mutate } = useSWR(key, load, options);

  const before = useRef({ rendered, cursor });
  useEffect(() => {
    // SWR loads a new cursor by itself, because the key changes.
    if (before.current.rendered !== rendered && before.current.cursor === cursor) void mutate();
    before.current = { rendered, cursor };
  }, [rendered, cursor, mutate]);

  const pages = (key && data) || [];
  const waiting = pages.length < count && cursor !== null;
  // During loading, a row can be on two pages.
  const known = new Set(rendered.map(({ _id }) => _id));
  const further = pages.flatMap(({ rows }) => rows).filter(({ _id }) => !known.has(_id));
  return {
    rows: [...rendered, ...further],
    /** For the list. */
    listRef,
    /** The props of LoadMore, without its label. */
    more: {
      listRef,
      hasMore: (pages.length > 0 ? pages.at(-1)?.nextCursor : cursor) !== null,
      /** The next page is loading. */
      loading: waiting && isValidating,
      failed: waiting && !isValidating && error !== undefined,
      onLoad: () => {
        if (waiting) void mutate();
        else void setCount(count + 1, false);
      },
    },
  };
}
