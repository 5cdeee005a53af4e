import type { Route } from "next";
import { removeStored, storedKeys } from "@/components/session/local-storage";
import { keyOf, load, save, type Fields } from "./form-draft";

// New items that were entered offline, until they are sent. Stored like drafts, so logging out deletes them.

/** Less than the 30 days for which the server keeps an idempotency key. */
const KEPT_MS = 28 * 24 * 60 * 60 * 1000;

export type Unsent = {
  /** The call that creates the item, with its body and idempotency key. */
  path: string;
  body: unknown;
  idempotencyKey: string;
  /** How the user knows it. */
  title: string;
  /** What was entered, for the form at the path `form`, in case the server refuses it. */
  entered: Fields;
  form: Route;
  at: number;
};

/** Fired at the window when the outbox has changed in this tab. Other tabs get a storage event. */
export const OUTBOX_CHANGED = "outboxChanged";

const nameOf = (idempotencyKey: string) => `outbox:${idempotencyKey}`;

/** Keeps an item until it can be sent. @returns false if the browser's storage is full or blocked */
export function keepUnsent(userId: string, item: Omit<Unsent, "at">): boolean {
  const key = keyOf(userId, nameOf(item.idempotencyKey));
  save(key, { ...item, at: Date.now() }, KEPT_MS);
  window.dispatchEvent(new Event(OUTBOX_CHANGED));
  return load(key) !== null;
}

/** The unsent items of a user, in the order in which they were entered. */
export function listUnsent(userId: string): Unsent[] {
  const prefix = keyOf(userId, nameOf(""));
  return storedKeys()
    .flatMap((key) => (key.startsWith(prefix) && load<Unsent>(key)) || [])
    .sort((a, b) => a.at - b.at);
}

/** Deletes an item that was sent, or refused. */
export function removeUnsent(userId: string, { idempotencyKey }: Unsent): void {
  removeStored(keyOf(userId, nameOf(idempotencyKey)));
  window.dispatchEvent(new Event(OUTBOX_CHANGED));
}
