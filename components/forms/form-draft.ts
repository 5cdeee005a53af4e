import { readStored, removeStored, storedKeys, writeStored } from "@/components/session/local-storage";

// What was typed into forms and is not saved yet, one draft per person and address, and where the person was. Local
// storage survives a reload, a crash and the end of a session.

const PREFIX = "evenly:draft:";
const WAY_BACK = "evenly:way-back";
const HOUR_MS = 60 * 60 * 1000;
const DRAFT_MS = 7 * 24 * HOUR_MS;

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

const keyOf = (userId: string, path: string) => `${PREFIX}${userId}:${path}`;

/** Keeps what was typed at `path` for seven days, in place of what was kept there before. */
export function saveDraft(userId: string, path: string, draft: Draft): void {
  save(keyOf(userId, path), draft, DRAFT_MS);
}

/** What was typed at `path`; null when there is none. */
export function getDraft(userId: string, path: string): Draft | null {
  const draft = load<Draft>(keyOf(userId, path));
  return draft?.values && draft.untouched ? draft : null;
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
    if (!own || !load(key)) removeStored(key);
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

/** Keeps where the person was when the session ended, for an hour. */
export function saveReturnPath(userId: string, path: string): void {
  save(WAY_BACK, { userId, path }, HOUR_MS);
}

/** Where the person was when the session ended; answers only once. Null when there is nothing to go back to. */
export function takeReturnPath(userId: string): string | null {
  const way = load<{ userId: string; path: string }>(WAY_BACK);
  removeStored(WAY_BACK);
  return way?.userId === userId ? way.path : null;
}

const shapeOf = (value: unknown) => (Array.isArray(value) ? "array" : typeof value);

function save(key: string, value: object, duration: number): void {
  writeStored(key, JSON.stringify({ ...value, until: Date.now() + duration }));
}

/** Null where there is none, it is broken, or its time is over. */
function load<T>(key: string): T | null {
  try {
    const value = JSON.parse(readStored(key) ?? "null") as (T & { until: number }) | null;
    return value && Date.now() < value.until ? value : null;
  } catch {
    return null;
  }
}
