import { readExpiring, removeStored, storedKeys, writeExpiring } from "@/components/session/local-storage";
import type { Draft } from "./form-input";

// Drafts of unsaved form input, one per user and path. Local storage survives a reload, a crash, and the end of a session.

const PREFIX = "evenly:draft:";
const DRAFT_MS = 7 * 24 * 60 * 60 * 1000;

/** @param name the path of a form, or another name without a slash */
export const keyOf = (userId: string, name: string) => `${PREFIX}${userId}:${name}`;

/** Saves the draft of `path` for seven days, replacing an earlier one. */
export function saveDraft(userId: string, path: string, draft: Draft): void {
  writeExpiring(keyOf(userId, path), draft, DRAFT_MS);
}

/** The draft of `path`; null if there is none. */
export function getDraft(userId: string, path: string): Draft | null {
  const draft = readExpiring<Draft>(keyOf(userId, path));
  return draft?.values && draft.untouched && !draft.sent ? draft : null;
}

/** Calls `then` with the draft of `path` when another tab has sent it. Returns what ends that. */
export function onDraftSent(userId: string, path: string, then: (draft: Draft) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    const draft = key === keyOf(userId, path) && (JSON.parse(newValue ?? "null") as Draft | null);
    if (draft && draft.sent) then(draft);
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/** Deletes the draft of `path`, after it was saved or discarded. */
export function removeDraft(userId: string, path: string): void {
  removeStored(keyOf(userId, path));
}

/** Deletes everyone's expired drafts. */
export function forgetExpired(): void {
  for (const key of storedKeys()) if (key.startsWith(PREFIX) && !readExpiring(key)) removeStored(key);
}

/** Deletes the drafts of a user, and what they entered offline, at logout. Others keep theirs. */
export function forgetDrafts(userId: string): void {
  for (const key of storedKeys()) if (key.startsWith(keyOf(userId, ""))) removeStored(key);
}
