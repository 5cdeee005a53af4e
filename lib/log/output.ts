import pino from "pino";

// Writes the lines of the log. If the reader is slow or stops, or the disk is full, lines are lost, but no request
// waits or fails.

/** Buffered lines take at most this many bytes. */
const MAX_WAITING = 2 ** 20;
/** The time between two attempts to write. */
const ATTEMPT_MS = 100;
/** How many attempts an exiting process makes. */
const LAST_ATTEMPTS = 10;

export type Output = pino.DestinationStream & {
  /** Writes the buffered lines. Waits up to a second for a slow reader. */
  flushSync: () => void;
};

/**
 * Writes lines to a non-blocking file descriptor, such as the standard output. Drops lines while the buffer is full.
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
    // While nobody reads, lines wait for the next attempt.
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
    // With any other problem, it would retry forever.
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
