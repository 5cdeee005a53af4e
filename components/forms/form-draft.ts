import { readStored, removeStored, storedKeys, writeStored } from "@/components/session/local-storage";

// Drafts of unsaved form input, one per user and path, and the path where the session ended. Local storage survives a
// reload, a crash, and the end of a session.

const PREFIX = "evenly:draft:";
const RETURN_PATH = "evenly:way-back";
const HOUR_MS = 60 * 60 * 1000;
const DRAFT_MS = 7 * 24 * HOUR_MS;

export type Fields = Readonly<Record<string, unknown>>;

export type Draft = {
  values: Fields;
  /** The form's initial values; only fields that differ from them were typed. */
  untouched: Fields;
  attempt: Attempt | null;
};

/**
 * What was sent without an answer, with its idempotency key. As long as the values of the form are the same, a retry
 * sends the same body, so that nothing is done twice. Defaults in the body, such as today's date, stay as they were.
 */
export type Attempt = { key: string; values: Fields; body: unknown };

export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The path of the screen, with its query: a copy of an expense is another form than a new expense. */
export const here = () => location.pathname + location.search;

/** @param name the path of a form, or another name without a slash */
export const keyOf = (userId: string, name: string) => `${PREFIX}${userId}:${name}`;

/** Saves the draft of `path` for seven days, replacing an earlier one. */
export function saveDraft(userId: string, path: string, draft: Draft): void {
  save(keyOf(userId, path), draft, DRAFT_MS);
}

/** The draft of `path`; null if there is none. */
export function getDraft(userId: string, path: string): Draft | null {
  const draft = load<Draft>(keyOf(userId, path));
  return draft?.values && draft.untouched ? draft : null;
}

/** Deletes the draft of `path`, after it was saved or discarded. */
export function removeDraft(userId: string, path: string): void {
  removeStored(keyOf(userId, path));
}

/** Deletes everyone's expired drafts. */
export function forgetExpired(): void {
  for (const key of storedKeys()) if (key.startsWith(PREFIX) && !load(key)) removeStored(key);
}

/**
 * Applies what was typed to the values of a newer version: each field that was typed into. Fields that the form no
 * longer has, or has with another type since an update of the application, are ignored.
 */
export function withDraft<Values extends Fields>(
  values: Values,
  { values: typed, untouched }: Pick<Draft, "values" | "untouched">,
): Values {
  const back = Object.keys(values).filter(
    (field) =>
      field in typed &&
      !isSame(typed[field], untouched[field]) &&
      // Nothing was chosen yet: typeof null is not the type of the choice.
      (values[field] === null || shapeOf(typed[field]) === shapeOf(values[field])),
  );
  return { ...values, ...Object.fromEntries(back.map((field) => [field, typed[field]])) };
}

/** Saves the path where the session ended, for an hour. */
export function saveReturnPath(userId: string, path = here()): void {
  save(RETURN_PATH, { userId, path }, HOUR_MS);
}

/** Returns the path where the session ended, only once; null if there is none. */
export function takeReturnPath(userId: string): string | null {
  const saved = load<{ userId: string; path: string }>(RETURN_PATH);
  removeStored(RETURN_PATH);
  return saved?.userId === userId ? saved.path : null;
}

const shapeOf = (value: unknown) => (Array.isArray(value) ? "array" : typeof value);

export function save(key: string, value: object, duration: number): void {
  writeStored(key, JSON.stringify({ ...value, until: Date.now() + duration }));
}

/** Returns null if it is missing, invalid, or expired. */
export function load<T>(key: string): T | null {
  try {
    const value = JSON.parse(readStored(key) ?? "null") as (T & { until: number }) | null;
    return value && Date.now() < value.until ? value : null;
  } catch {
    return null;
  }
}
