import pino from "pino";

// Where the lines of the log go. A program that reads them may be slow, or stop, and a disk may be full: then lines are
// lost, and no request waits or fails.

/** Lines that wait for their reader take at most this many bytes. */
const MAX_WAITING = 2 ** 20;
/** The time between two attempts to write. */
const ATTEMPT_MS = 100;
/** How many attempts a process makes that ends. */
const LAST_ATTEMPTS = 10;

export type Output = pino.DestinationStream & {
  /** Writes what waits. A reader that is slow is given a second. */
  flushSync: () => void;
};

/**
 * Writes lines to a file descriptor that does not block, such as the standard output. Lines that come while too many wait
 * are dropped.
 * @param onDropped called when the reader has caught up, with the number of lines that are missing
 */
export function outputTo(fd: number, onDropped: (lines: number) => void): Output {
  let dropped = 0;
  let attempts = 0;
  /** Why the last attempt failed, if it did. */
  let problem: string | undefined;
  const stream = pino.destination({
    fd,
    sync: true,
    // Without a length, nothing would be written periodically.
    minLength: 1,
    maxLength: MAX_WAITING,
    periodicFlush: ATTEMPT_MS,
    // While nobody reads, what is written now waits for the next time.
    retryEAGAIN: () => attempts-- > 0,
  });
  stream.on("drop", () => (dropped += 1));
  stream.on("error", ({ code }: NodeJS.ErrnoException) => (problem = code));
  stream.on("write", () => (problem = undefined));
  stream.on("drain", () => {
    if (problem || dropped === 0) return;
    const lines = dropped;
    dropped = 0;
    onDropped(lines);
  });
  const flushSync = () => {
    // Of others than a slow reader, it would try forever.
    if (problem && problem !== "EAGAIN") return;
    attempts = LAST_ATTEMPTS;
    try {
      stream.flushSync();
    } catch {
      // The reader is still slow.
    }
    attempts = 0;
  };
  process.on("exit", flushSync);
  return { write: (line) => stream.write(line), flushSync };
}
