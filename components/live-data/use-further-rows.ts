"use client";

import { useState } from "react";
import useSWRInfinite from "swr/infinite";
import { api, type Page } from "@/lib/api-client";

const ROWS_PER_PAGE = 100;

/**
 * The rows of a list beyond those that the page was rendered with, loaded on demand.
 * @param path of the call, with its query
 * @param first the rows in sight, as they are now: of a row that is also on a further page, this one counts
 * @param hasMore whether the server has more than those
 */
export function useFurtherRows<Row extends { _id: string }>(
  path: string,
  first: readonly Row[],
  hasMore: boolean,
) {
  const [asked, setAsked] = useState(false);
  const keyOf = (_index: number, previous: Page<Row> | null) => {
    if (!asked || (previous && previous.nextCursor === null)) return null;
    const cursor = previous?.nextCursor ? `&cursor=${encodeURIComponent(previous.nextCursor)}` : "";
    return `${path}&limit=${ROWS_PER_PAGE}${cursor}`;
  };
  const { data: pages = [], error, mutate, size, setSize } = useSWRInfinite(keyOf, api.getPage<Row>);
  const shown = new Set(first.map(({ _id }) => _id));
  const waiting = asked && size > pages.length;
  return {
    rows: pages.flatMap(({ rows }) => rows).filter(({ _id }) => !shown.has(_id)),
    hasMore: pages.length > 0 ? pages.at(-1)?.nextCursor !== null : hasMore,
    loading: waiting && error === undefined,
    failed: waiting && error !== undefined,
    loadMore: () => {
      setAsked(true);
      if (asked) void (waiting ? mutate() : setSize(size + 1));
    },
    /** Asks for the loaded pages again, after a change. */
    refresh: () => void (asked && mutate()),
  };
}
