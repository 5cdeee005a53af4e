import { ApiError, call, isUnreached } from "@/lib/client/call";
import type { ImportRow, RefusedRow } from "@/lib/core/imports/import-file";
import { toBatches } from "@/lib/core/imports/row-body";

/** How many rows were sent, and which of them the server has refused. */
export type Sent = { rows: number; refused: readonly RefusedRow[] };

/** Milliseconds before each further try: a minute in all. */
const DELAYS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** Whether the same request may succeed soon. */
const isTemporary = (error: unknown): boolean =>
  isUnreached(error) ||
  (error instanceof ApiError && (error.code === "unavailable" || error.code === "rate-limited"));

export type Patience = {
  /** Called when a request has failed and will be tried again, and before the next one is sent. */
  onWaiting: (waiting: boolean) => void;
  /** Ends it: nothing more is sent. */
  signal: AbortSignal;
  /** Resolves after some milliseconds. */
  wait?: (milliseconds: number) => Promise<void>;
};

/**
 * Sends the rows of a file in batches, one after another. Those that the server has already are skipped there, so that
 * a batch can be sent again, also after the tab was closed.
 * @param sent what was sent before: the batches that follow are sent
 * @param onSent called after each batch
 * @throws ApiError if a batch is refused, or is not answered for a minute
 */
export async function sendRows(
  importId: string,
  rows: readonly ImportRow[],
  sent: Sent,
  onSent: (sent: Sent) => void,
  patience: Patience,
): Promise<Sent> {
  let now = sent;
  let end = 0;
  for (const batch of toBatches(rows)) {
    end += batch.length;
    if (end <= sent.rows) continue;
    const input = { params: { importId }, body: { rows: batch } };
    const { refused } = await patiently(() => call("POST /api/imports/{importId}/rows", input), patience);
    now = { rows: end, refused: [...now.refused, ...refused] };
    onSent(now);
  }
  return now;
}

/**
 * Sends a request that may be repeated, again as long as it is not answered.
 * @throws ApiError; the signal's reason if it was ended
 */
export async function patiently<T>(request: () => Promise<T>, patience: Patience): Promise<T> {
  const { onWaiting, signal, wait = sleep } = patience;
  for (const delay of DELAYS) {
    signal.throwIfAborted();
    onWaiting(false);
    try {
      return await request();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      onWaiting(true);
      await wait(delay);
    }
  }
  return request();
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
