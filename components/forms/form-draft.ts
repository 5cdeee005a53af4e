// What was typed into a form when the page was unloaded: to sign in again, or by a reload. Session storage survives both
// and ends with the tab. There is one draft at a time.

const KEY = "evenly:draft";
const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

type Draft = {
  userId: string;
  path: string;
  /** When it expires, in milliseconds since 1970. */
  until: number;
  /** Whether to go back to `path` after signing in; used once. */
  wayBack: boolean;
  values: unknown;
};

/**
 * Keeps where the person was when the session ended, and what they had typed.
 * @param values null where nothing was being typed: it is only the way back, and replaces no draft of the same path
 */
export function saveDraft(userId: string, path: string, values: unknown): void {
  const before = read(userId);
  const kept = values === null && before?.path === path ? before.values : values;
  write({ userId, path, until: Date.now() + HOUR_MS, wayBack: true, values: kept });
}

/** Keeps what was typed in case the page is reloaded, by the person or for a new version of the application. */
export function saveForReload(userId: string, path: string, values: unknown): void {
  if (read(userId)?.wayBack) return;
  write({ userId, path, until: Date.now() + MINUTE_MS, wayBack: false, values });
}

/** Where the person was when the session ended; answers only once. Null when there is nothing to go back to. */
export function takeWayBack(userId: string): string | null {
  const draft = read(userId);
  if (!draft?.wayBack) return null;
  write({ ...draft, wayBack: false });
  return draft.path;
}

/** What was typed at `path`, given back once; null when there is none. */
export function takeDraft(userId: string, path: string): unknown {
  const draft = read(userId);
  if (draft?.path !== path) return null;
  write(null);
  return draft.values;
}

/** Somebody else's, an old or a broken one is thrown away. */
function read(userId: string): Draft | null {
  try {
    const text = sessionStorage.getItem(KEY);
    if (text === null) return null;
    const draft: unknown = JSON.parse(text);
    if (isDraft(draft) && draft.userId === userId && Date.now() < draft.until) return draft;
  } catch {
    // Broken: falls through.
  }
  write(null);
  return null;
}

function write(draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(KEY, JSON.stringify(draft));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is full or forbidden: the person signs in again and types again.
  }
}

/** By hand: this runs on every guarded screen, and a schema library is a third of such a screen's own code. */
function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { userId, path, until } = value as Record<string, unknown>;
  return typeof userId === "string" && typeof path === "string" && typeof until === "number";
}
