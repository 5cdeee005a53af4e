import type { ClientSession } from "mongodb";
import { AsyncLocalStorage } from "node:async_hooks";
import { turns } from "@/lib/db/turns";

// Forces an interleaving: one call is held before one of its database commands while another runs.

type Command = (this: unknown, ...args: unknown[]) => Promise<unknown>;
type Held = {
  before: number;
  sent: number;
  /** The held call has an open transaction whose writes may block the other call. */
  inTransaction: boolean;
  meanwhile: () => Promise<unknown>;
};

/** Time for a call that may be blocked by the held one. If it is, it continues afterwards. */
const UNBLOCKED_MS = 150;

const held = new AsyncLocalStorage<Held>();
let patched = false;

/** The driver has no hook that can wait, so one is added to its connections. */
function patchDriver(): void {
  if (patched) return;
  patched = true;
  const { Connection } = jest.requireActual<{ Connection: { prototype: { command: Command } } }>(
    "mongodb/lib/cmap/connection.js",
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

type Interleaved<A, B> = {
  call: A;
  other: B;
  /** The other call was done before the held one continued. */
  otherFirst: boolean;
};

/**
 * Runs `call` and holds it before its database command number `position` until `other` is done or waits for a lock of
 * `call`.
 * @param position counted from 0
 * @returns null if `call` sends fewer commands, so that nothing is left to try
 */
export async function interleave<A, B>(
  position: number,
  call: () => Promise<A>,
  other: () => Promise<B>,
): Promise<Interleaved<A, B> | null> {
  patchDriver();
  // The other call is as in another process, which knows of no turns.
  turns.waitMs = 0;
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
  const response = await held.run(state, call);
  return running ? { call: response, other: await running, otherFirst } : null;
}
