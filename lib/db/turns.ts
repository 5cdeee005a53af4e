import "server-only";
import type { ClientSession } from "mongodb";

// On MongoDB, transactions that lock the same group conflict, and retry until the group happens to be free: some at
// once, others after many later ones. In this process, they wait for one another instead.

type Turns = {
  /** Resolves when the last transaction in the queue of a key has ended. */
  last: Map<string, Promise<void>>;
  /** What ends a transaction's turn. */
  held: WeakMap<ClientSession, () => void>;
  /** How long a transaction waits, in milliseconds. Without a turn, the database still detects conflicts. */
  waitMs: number;
};

// Next.js loads modules more than once.
const store = globalThis as typeof globalThis & { evenlyTurns?: Turns };
export const turns = (store.evenlyTurns ??= { last: new Map(), held: new WeakMap(), waitMs: 5_000 });

/**
 * Waits until earlier transactions with the same key have ended. A retry keeps its place. Does not wait if the
 * transaction already holds a lock, because earlier ones may wait for it.
 */
export async function takeTurn(session: ClientSession, key: string): Promise<void> {
  const { last, held, waitMs } = turns;
  if (held.has(session) || !session.transaction.isStarting) return;
  const before = last.get(key);
  const ended = new Promise<void>((resolve) => held.set(session, resolve));
  const turn: Promise<void> = Promise.all([before, ended]).then(() => {
    if (last.get(key) === turn) last.delete(key);
  });
  last.set(key, turn);
  if (!before) return;
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, waitMs);
    void before.then(() => {
      clearTimeout(late);
      resolve();
    });
  });
}

/** Ends the turn of a transaction, if it has one. */
export function endTurn(session: ClientSession): void {
  turns.held.get(session)?.();
  turns.held.delete(session);
}
