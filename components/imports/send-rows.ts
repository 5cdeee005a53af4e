import { ApiError, call, isUnreached } from "@/lib/client/call";
import type { ImportRow, RefusedRow } from "@/lib/core/imports/import-file";
import { toBatches } from "@/lib/core/imports/row-body";

/** How many rows were sent, and which of them the server has refused. */
export type Sent = { rows: number; refused: readonly RefusedRow[] };

/** Milliseconds before each further try: a minute in all. */
const DELAYS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** Why a request is sent again. */
export type Waiting = "offline" | "busy";

/** null: the same request would fail again. */
function waitingFor(error: unknown): Waiting | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "unavailable" || error.code === "rate-limited") return "busy";
  // It did not arrive in time, or a captive portal has answered.
  return isUnreached(error) || error.status === 408 || error.status < 300 ? "offline" : null;
}

export type Patience = {
  /** Called when a request has failed and will be tried again, and with null when one has succeeded. */
  onWaiting: (waiting: Waiting | null) => void;
  /** Ends it: nothing more is sent. */
  signal: AbortSignal;
  /** Resolves after at most so many milliseconds. */
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
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    try {
      const response = await request();
      onWaiting(null);
      return response;
    } catch (error) {
      const [waiting, delay] = [waitingFor(error), DELAYS[tries]];
      if (!waiting || delay === undefined) throw error;
      onWaiting(waiting);
      await wait(delay);
    }
  }
}

/** Also ends when there is a connection again. */
const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(end, milliseconds);
    window.addEventListener("online", end);
    function end() {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      resolve();
    }
  });
