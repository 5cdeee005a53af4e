import type { ClientSession } from "mongodb";
import { AsyncLocalStorage } from "node:async_hooks";

// Forces an interleaving: one call is held just before one of its database commands, another runs meanwhile.

type Command = (this: unknown, ...args: unknown[]) => Promise<unknown>;
type Held = {
  before: number;
  sent: number;
  /** The held call has an open transaction: what it has written may block the other one. */
  inTransaction: boolean;
  meanwhile: () => Promise<unknown>;
};

/** Time for a call that may be blocked by the held one. If it is, it goes on after it. */
const UNBLOCKED_MS = 150;

const held = new AsyncLocalStorage<Held>();
let patched = false;

/** The driver has no hook that can wait: its connections are given one. */
function patchDriver(): void {
  if (patched) return;
  patched = true;
  const { Connection } = jest.requireActual<{ Connection: { prototype: { command: Command } } }>(
    "mongodb/lib/cmap/connection",
  );
  const send = Connection.prototype.command;
  Connection.prototype.command = async function (...args) {
    const state = held.getStore();
    if (!state) return send.apply(this, args);
    if (state.sent++ === state.before) await state.meanwhile();
    const [, command, options] = args as [unknown, object, { session?: ClientSession } | undefined];
    const ends = "commitTransaction" in command || "abortTransaction" in command;
    state.inTransaction = !ends && (options?.session?.inTransaction() ?? false);
    return send.apply(this, args);
  };
}

export type Interleaved<A, B> = {
  call: A;
  other: B;
  /** The other call was over before the held one went on. */
  otherFirst: boolean;
};

/**
 * Runs `call`, held before its database command number `position` until `other` is over or waits for a lock that
 * `call` holds.
 * @param position counted from 0
 * @returns null where `call` sends fewer commands: there is nothing left to try
 */
export async function interleave<A, B>(
  position: number,
  call: () => Promise<A>,
  other: () => Promise<B>,
): Promise<Interleaved<A, B> | null> {
  patchDriver();
  let running: Promise<B> | undefined;
  let otherFirst = false;
  const state: Held = {
    before: position,
    sent: 0,
    inTransaction: false,
    meanwhile: async () => {
      running = held.exit(other);
      const over = running.then(
        () => true,
        () => true,
      );
      const blocked = new Promise<false>((resolve) => setTimeout(() => resolve(false), UNBLOCKED_MS));
      otherFirst = state.inTransaction ? await Promise.race([over, blocked]) : await over;
    },
  };
  const answer = await held.run(state, call);
  return running ? { call: answer, other: await running, otherFirst } : null;
}
