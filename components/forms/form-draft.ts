import { readStored, removeStored, storedKeys, writeStored } from "@/components/session/local-storage";

// What was typed into forms and is not saved yet, one draft per person and address. Local storage survives a reload, a
// crash and the end of a session. The way back after signing in again belongs to one tab: session storage.

const PREFIX = "evenly:draft:";
const WAY_BACK = "evenly:way-back";
const DAY_MS = 24 * 60 * 60 * 1000;
const DRAFT_MS = 7 * DAY_MS;
const WAY_BACK_MS = DAY_MS / 24;

type Fields = Readonly<Record<string, unknown>>;

/** A content that was sent, and the key it was sent with. */
export type Attempt = { content: string; key: string };

export type Draft = {
  values: Fields;
  /** What the form held before anything was typed: only what differs from it was typed. */
  untouched: Fields;
  /** Sent without an answer: sending the same again with this key creates nothing twice. */
  attempt: Attempt | null;
};

type Expiring = { until: number };

const keyOf = (userId: string, path: string) => `${PREFIX}${userId}:${path}`;

/** Keeps what was typed at `path` for seven days, in place of what was kept there before. */
export function saveDraft(userId: string, path: string, draft: Draft): void {
  writeStored(keyOf(userId, path), JSON.stringify({ ...draft, until: Date.now() + DRAFT_MS }));
}

/** What was typed at `path`; null when there is none. */
export function getDraft(userId: string, path: string): Draft | null {
  return parse<Draft>(readStored(keyOf(userId, path)), ["values", "untouched"]);
}

/** Forgets what was typed at `path`: it was saved, or the person does not want it. */
export function removeDraft(userId: string, path: string): void {
  removeStored(keyOf(userId, path));
}

/**
 * Forgets drafts.
 * @param keepFor whose drafts stay while they have not expired; without it all go, at logout
 */
export function forgetDrafts(keepFor?: string): void {
  for (const key of storedKeys()) {
    if (!key.startsWith(PREFIX)) continue;
    const own = keepFor !== undefined && key.startsWith(keyOf(keepFor, ""));
    if (!own || !parse(readStored(key), [])) removeStored(key);
  }
}

/**
 * What a form holds once its draft is back: each field that was typed into, over what the form shows now. A field
 * that the form no longer has, or has in another shape since a new version of the application, is left out.
 */
export function withDraft<Values extends Fields>(
  values: Values,
  { values: typed, untouched }: Draft,
): Values {
  const back = Object.keys(values).filter(
    (field) =>
      field in typed &&
      JSON.stringify(typed[field]) !== JSON.stringify(untouched[field]) &&
      shapeOf(typed[field]) === shapeOf(values[field]),
  );
  return { ...values, ...Object.fromEntries(back.map((field) => [field, typed[field]])) };
}

/** Keeps where the person was when the session ended, for an hour and this tab. */
export function saveWayBack(userId: string, path: string): void {
  try {
    sessionStorage.setItem(WAY_BACK, JSON.stringify({ userId, path, until: Date.now() + WAY_BACK_MS }));
  } catch {
    // Storage is full or forbidden: signing in leads to the first screen.
  }
}

/** Where the person was when the session ended; answers only once. Null when there is nothing to go back to. */
export function takeWayBack(userId: string): string | null {
  try {
    const text = sessionStorage.getItem(WAY_BACK);
    sessionStorage.removeItem(WAY_BACK);
    const way = parse<{ userId: string; path: string }>(text, []);
    return way?.userId === userId ? way.path : null;
  } catch {
    return null;
  }
}

const shapeOf = (value: unknown) => (Array.isArray(value) ? "array" : typeof value);

/** By hand: this runs on every guarded screen, and a schema library is a third of such a screen's own code. */
function parse<T>(text: string | null, objects: readonly (keyof T)[]): T | null {
  try {
    const value = JSON.parse(text ?? "null") as (T & Expiring) | null;
    const whole = objects.every((field) => value?.[field] instanceof Object);
    return whole && value && Date.now() < value.until ? value : null;
  } catch {
    return null;
  }
}
