import { ApiError, call, isUnreached } from "@/lib/client/call";
import type { ImportRow, RefusedRow } from "@/lib/core/imports/import-file";
import { toBatches } from "@/lib/core/imports/row-body";

/** The number of rows sent, and those that the server refused. */
export type Sent = { rows: number; refused: readonly RefusedRow[] };

/** Milliseconds before each retry: a minute in all. */
const DELAYS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** Why a request is sent again. */
export type Waiting = "offline" | "busy";

/** null if the same request would fail again. */
function waitingFor(error: unknown): Waiting | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "unavailable" || error.code === "rate-limited") return "busy";
  // It did not arrive in time, or a captive portal responded.
  return isUnreached(error) || error.status === 408 || error.status < 300 ? "offline" : null;
}

export type Patience = {
  /** Called when a request has failed and will be tried again, and with null when one has succeeded. */
  onWaiting: (waiting: Waiting | null) => void;
  /** Aborts it: nothing more is sent. */
  signal: AbortSignal;
  /** Resolves after at most this many milliseconds. */
  wait?: (milliseconds: number) => Promise<void>;
};

/**
 * Sends the rows of a file in batches, one after another. The server skips rows that it already has, so a batch
 * can be sent again, even after the tab was closed.
 * @param sent what was sent before; sending continues after it
 * @param onSent called after each batch
 * @throws ApiError if a batch is refused, or gets no response for a minute
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
 * Sends a repeatable request, and retries it until there is a response.
 * @throws ApiError; the signal's reason if it was aborted
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

/** Also ends when the connection is back. */
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
