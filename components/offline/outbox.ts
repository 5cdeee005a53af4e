import { readExpiring, removeStored, storedKeys, writeExpiring } from "@/components/session/local-storage";
import { keyOf, removeDraft } from "./drafts";
import type { Draft } from "./form-input";
import { afterEvent, type Unsent, type UnsentEvent } from "./unsent";

// The browser's storage of unsent items. Logging out deletes them, like drafts.

/** How long an item is kept, in milliseconds: until its user comes back, not for ever. */
const KEPT_MS = 365 * 24 * 60 * 60 * 1000;

/** Fired at the window when the outbox has changed in this tab. Other tabs get a storage event. */
export const OUTBOX_CHANGED = "outboxChanged";

/** Cannot be the name of a draft, which is a path. */
const nameOf = (userId: string, key: string) => keyOf(userId, `outbox:${key}`);

/** The unsent items of a user, in the order in which they were entered. */
export function listUnsent(userId: string): Unsent[] {
  const prefix = nameOf(userId, "");
  return storedKeys()
    .flatMap((name) => (name.startsWith(prefix) && readExpiring<Unsent>(name)) || [])
    .sort((a, b) => a.at - b.at);
}

/** The path of the form in which the user edits an item. */
export const editPath = ({ form, key }: Unsent) => `${form}?unsent=${key}` as const;

/**
 * What the form at `path` starts with if it edits a refused item. It need not be the form of {@link editPath}: once two
 * friends share an event, that of their first expense leads to the event's.
 */
export function editedDraft(userId: string, path: string): Draft | undefined {
  const item = listUnsent(userId).find(({ refusal, key }) => refusal && path.endsWith(`?unsent=${key}`));
  return item && { values: item.entered, untouched: {}, attempt: null, item: item.key };
}

/**
 * Changes what is stored of an item. The draft of the form that edits it ends with the refusal.
 * @returns false if the browser's storage is full or blocked
 */
export function changeUnsent(userId: string, key: string, event: UnsentEvent): boolean {
  const name = nameOf(userId, key);
  const before = readExpiring<Unsent>(name);
  const item = afterEvent(before, event);
  if (!item) removeStored(name);
  else if (!writeExpiring(name, item, KEPT_MS)) return false;
  if (before?.refusal && !item?.refusal) removeDraft(userId, editPath(before));
  window.dispatchEvent(new Event(OUTBOX_CHANGED));
  return true;
}
