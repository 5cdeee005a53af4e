"use client";

import { use, useEffect, useEffectEvent, useState } from "react";
import { AnswersContext } from "@/lib/client/answers";
import { changes, pathOf } from "@/lib/client/call";
import { callPage } from "@/lib/client/call-page";
import type { AnswerOf, AnyInput, CallInput, PagedName } from "@/lib/client/calls";
import type { Page } from "@/lib/core/page";

const ROWS_PER_PAGE = 50;

/** The writes of the browser's tabs. Pages that were loaded before a write are not shown again. */
let writes = 0;
if (changes) new BroadcastChannel(changes.name).onmessage = () => writes++;

/** What is kept of a list, to show it again when the user comes back. */
type Kept<Row> = { pages: readonly Page<Row>[]; count: number; cursor: string; writes: number };

type RowsOf<Name extends PagedName, Row> = (answer: AnswerOf<Name>) => Row[];

/**
 * The rows of a list: those that the server rendered, and further pages on demand. Loaded pages are reloaded after
 * each refresh of the screen.
 * @param name of the call
 * @param input of the call, without `limit` and `cursor`; the same until the component is unmounted
 * @param rendered the first rows
 * @param cursor of the second page, null if there is none
 * @param rowsOf extracts the rows of an answer; default: the answer is the list
 */
export function useLoadMore<Name extends PagedName, Row extends { _id: string }>(
  name: Name,
  input: CallInput<Name> & AnyInput,
  rendered: readonly Row[],
  cursor: string | null,
  ...[rowsOf]: AnswerOf<Name> extends readonly NoInfer<Row>[]
    ? [rowsOf?: RowsOf<Name, Row>]
    : [rowsOf: RowsOf<Name, Row>]
) {
  const answers = use(AnswersContext);
  const key = `pages of ${pathOf(name, input)}`;
  const [before] = useState(() => answers.of(key).data as Kept<Row> | undefined);
  /** The number of further pages requested. */
  const [count, setCount] = useState(before?.count ?? 0);
  /** The pages, and the rows that they follow; null: those before the user came back. */
  const [loaded, setLoaded] = useState<{ rendered: readonly Row[] | null; pages: readonly Page<Row>[] }>(
    () => ({
      rendered: null,
      pages: before?.writes === writes && before.cursor === cursor ? before.pages : [],
    }),
  );
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState(-1);

  const load = useEffectEvent(async (first: string) => {
    const writesBefore = writes;
    const pages = loaded.rendered === rendered ? [...loaded.pages] : [];
    let next = pages.length > 0 ? pages.at(-1)!.nextCursor : first;
    while (next && pages.length < count) {
      const query = { ...input.query, limit: ROWS_PER_PAGE, cursor: next };
      const page = await callPage(name, { ...input, query });
      const rows = rowsOf ? rowsOf(page.rows) : (page.rows as unknown as Row[]);
      next = page.nextCursor;
      pages.push({ rows, nextCursor: next });
    }
    return { pages, writes: writesBefore };
  });

  useEffect(() => {
    if (!cursor || count === 0) return;
    let isCurrent = true;
    load(cursor).then(
      ({ pages, ...rest }) => {
        if (!isCurrent) return;
        answers.keep(key, { data: { pages, count, cursor, ...rest } satisfies Kept<Row> });
        setLoaded({ rendered, pages });
      },
      () => isCurrent && setFailedAttempt(attempt),
    );
    return () => void (isCurrent = false);
  }, [answers, key, rendered, cursor, count, attempt]);

  const pages = cursor && count > 0 ? loaded.pages : [];
  const waiting = pages.length < count && cursor !== null;
  const failed = waiting && failedAttempt === attempt;
  // During loading, a row can be on two pages.
  const known = new Set(rendered.map(({ _id }) => _id));
  const further = pages.flatMap(({ rows }) => rows).filter(({ _id }) => !known.has(_id));
  return {
    rows: [...rendered, ...further],
    hasMore: (pages.length > 0 ? pages.at(-1)?.nextCursor : cursor) !== null,
    /** The next page is loading. */
    loading: waiting && !failed,
    failed,
    onLoad: () => {
      setAttempt(attempt + 1);
      if (!waiting) setCount(count + 1);
    },
  };
}
