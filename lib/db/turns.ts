import "server-only";
import type { ClientSession } from "mongodb";

// Transactions that lock the same group conflict on MongoDB, and repeat until they happen to find it free: some at once,
// others after many that came later. In this process, they wait for one another instead.

type Turns = {
  /** When the last transaction that came for a key will have ended. */
  last: Map<string, Promise<void>>;
  /** What ends a transaction's turn. */
  held: WeakMap<ClientSession, () => void>;
  /** How long a transaction waits, in milliseconds. The database keeps it right without a turn, too. */
  waitMs: number;
};

// Next.js loads modules more than once.
const store = globalThis as typeof globalThis & { evenlyTurns?: Turns };
export const turns = (store.evenlyTurns ??= { last: new Map(), held: new WeakMap(), waitMs: 5_000 });

/**
 * Waits until the transactions that came before for the same key have ended. Keeps its place if it is repeated. Does not
 * wait if it has locked something already, for which those before it may wait.
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
