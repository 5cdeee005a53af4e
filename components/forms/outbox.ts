import type { Route } from "next";
import { removeStored, storedKeys } from "@/components/session/local-storage";
import { keyOf, load, save, type Fields } from "./form-draft";

// New items that were entered offline, until the server has them. Logging out deletes them, like drafts.

/** How long an item is kept, in milliseconds: until its user comes back, not for ever. */
const KEPT_MS = 365 * 24 * 60 * 60 * 1000;

export type Unsent = {
  /** The call that creates the item, with its body and idempotency key. */
  path: string;
  body: unknown;
  idempotencyKey: string;
  /** How the user knows it. */
  title: string;
  /** What was entered in the form at the path `form`. */
  entered: Fields;
  form: Route;
  /** When it was entered, in milliseconds since 1970. */
  at: number;
  /** Why the server did not accept it. It waits for the user then. */
  refusal?: string;
};

/** Fired at the window when the outbox has changed in this tab. Other tabs get a storage event. */
export const OUTBOX_CHANGED = "outboxChanged";

/** No path, which a draft has. */
const nameOf = (idempotencyKey: string) => `outbox:${idempotencyKey}`;

/** Keeps an item, or what has changed in it. @returns false if the browser's storage is full or blocked */
export function keepUnsent(userId: string, item: Unsent): boolean {
  const key = keyOf(userId, nameOf(item.idempotencyKey));
  save(key, item, KEPT_MS);
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

/** The path of the form in which the user edits an item. It has no other draft. */
export const editPath = ({ form, idempotencyKey }: Unsent) => `${form}?unsent=${idempotencyKey}` as const;

/** Deletes an item that the server has, or that the user has edited or discarded, with what was typed to edit it. */
export function removeUnsent(userId: string, item: Unsent): void {
  removeStored(keyOf(userId, nameOf(item.idempotencyKey)));
  removeStored(keyOf(userId, editPath(item)));
  window.dispatchEvent(new Event(OUTBOX_CHANGED));
}
