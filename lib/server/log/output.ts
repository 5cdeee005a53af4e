import { writeSync } from "node:fs";

// Where the lines of the log go. A program that reads them may be slow, or stop, and a disk may be full: then lines are
// lost, and no request waits or fails.

/** Lines that wait for their reader take at most this many bytes. */
const MAX_WAITING = 2 ** 20;
/** The time between two attempts to write. */
const ATTEMPT_MS = 100;
/** How many attempts a process makes that ends. */
const LAST_ATTEMPTS = 10;

export type Output = {
  write: (line: string) => void;
  /** Writes what waits. A reader that is slow is given a second. */
  flushSync: () => void;
};

/**
 * Writes lines to a file descriptor that does not block, such as the standard output. Lines that come while too many wait
 * are dropped.
 * @param onDropped called when the reader has caught up, with the number of lines that are missing
 */
export function outputTo(fd: number, onDropped: (lines: number) => void): Output {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let dropped = 0;

  /** Writes as much as the reader takes. What cannot be written at all is lost. */
  const writeWaiting = (): "written" | "waiting" | "lost" => {
    let rest = Buffer.concat(waiting);
    let outcome: "written" | "waiting" | "lost" = "written";
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      outcome = (error as NodeJS.ErrnoException).code === "EAGAIN" ? "waiting" : "lost";
    }
    if (outcome === "lost") {
      dropped += rest.toString().split("\n").length - 1;
      rest = Buffer.alloc(0);
    }
    waiting = rest.length > 0 ? [rest] : [];
    bytes = rest.length;
    return outcome;
  };

  const tryToWrite = () => {
    const outcome = writeWaiting();
    if (outcome === "waiting") setTimeout(tryToWrite, ATTEMPT_MS).unref();
    if (outcome !== "written" || dropped === 0) return;
    const lines = dropped;
    dropped = 0;
    onDropped(lines);
  };

  const write = (line: string) => {
    const busy = bytes > 0;
    const data = Buffer.from(line);
    if (busy && bytes + data.length > MAX_WAITING) {
      dropped += 1;
      return;
    }
    waiting.push(data);
    bytes += data.length;
    if (!busy) tryToWrite();
  };

  const flushSync = () => {
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let attempt = 1; writeWaiting() === "waiting" && attempt < LAST_ATTEMPTS; attempt++)
      Atomics.wait(pause, 0, 0, ATTEMPT_MS);
  };
  process.on("exit", flushSync);

  return { write, flushSync };
}
