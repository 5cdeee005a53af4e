// What was typed into a form when the session turned out to be over. Session storage lives through signing
// in again (which leaves the page) and ends with the tab. One draft at a time: the form in front.

const KEY = "evenly:draft";
const MAX_AGE_MS = 60 * 60 * 1000;

type Draft = { userId: string; path: string; savedAt: number; values: unknown };

/**
 * Keeps where the person was, and what they had typed.
 * @param values null where nothing was being typed: it is only the way back, and replaces no draft of the same path
 */
export function saveDraft(userId: string, path: string, values: unknown): void {
  if (values === null && read(userId)?.path === path) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, path, savedAt: Date.now(), values }));
  } catch {
    // Storage is full or forbidden: the person signs in again and types again.
  }
}

/** Where the person was when the session ended; null when there is nothing to go back to. */
export function draftPath(userId: string): string | null {
  return read(userId)?.path ?? null;
}

/** What was typed at `path`, given back once; null when there is none. */
export function takeDraft(userId: string, path: string): unknown {
  const draft = read(userId);
  if (draft?.path !== path) return null;
  clear();
  return draft.values;
}

/** Somebody else's, an old or a broken one is thrown away. */
function read(userId: string): Draft | null {
  try {
    const text = sessionStorage.getItem(KEY);
    if (text === null) return null;
    const draft: unknown = JSON.parse(text);
    if (isDraft(draft) && draft.userId === userId && Date.now() - draft.savedAt < MAX_AGE_MS) return draft;
  } catch {
    // Broken: falls through.
  }
  clear();
  return null;
}

function clear(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden: there is nothing in it either.
  }
}

/** By hand: this runs on every guarded screen, and a schema library is a third of such a screen's own code. */
function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { userId, path, savedAt } = value as Record<string, unknown>;
  return typeof userId === "string" && typeof path === "string" && typeof savedAt === "number";
}
