import type { User } from "@/lib/contract/people";
import { forgetScreens } from "./forget-screens";

// The browser's copies of data (docs/rules.md#browser-data). They are a convenience: the session is authoritative, and
// nothing is authorized by them. Storage may be full or blocked; then there is no copy.

export const USER_KEY = "user";
/** The cached lists of pending requests. A change in one tab makes the others count again. */
export const REQUEST_KEYS = { friend: "friendRequests", group: "groupRequests" } as const;

/** Returns the stored user, or null. Removes an invalid value. */
export function getStoredUser(): User | null {
  const user = readStored<Partial<User>>(USER_KEY);
  const fields = [user?._id, user?.name, user?.email, user?.picture];
  if (user?._id && fields.every((field) => typeof field === "string")) return user as User;
  removeStored(USER_KEY);
  return null;
}

/** Stores the signed-in user and clears the data of any other user. */
export function storeUser(user: User): void {
  const before = getStoredUser();
  if (before && before._id !== user._id) forgetLists();
  writeStored(USER_KEY, JSON.stringify(user));
}

/** Clears the user, the cached requests, and the kept screens, at logout. */
export function forgetUser(): void {
  forgetScreens();
  removeStored(USER_KEY);
  forgetLists();
}

/** Caches a list of pending requests. Other tabs are notified only if it changed. */
export function storeRequests(kind: keyof typeof REQUEST_KEYS, list: readonly unknown[]): void {
  writeStored(REQUEST_KEYS[kind], JSON.stringify(list));
}

function forgetLists(): void {
  Object.values(REQUEST_KEYS).forEach(removeStored);
}

/** Returns what `run` returns; `otherwise` if the storage is full or blocked, or if what it contains is invalid. */
function tried<T>(run: (storage: Storage) => T, otherwise: T): T {
  try {
    return run(window.localStorage);
  } catch {
    return otherwise;
  }
}

/** The stored value; null if there is none, or if it is invalid. */
const readStored = <T>(key: string) =>
  tried((storage) => JSON.parse(storage.getItem(key) ?? "null") as T | null, null);

/** Stores the text if it changed. @returns false if the storage is full or blocked */
const writeStored = (key: string, value: string): boolean =>
  tried((storage) => {
    if (storage.getItem(key) !== value) storage.setItem(key, value);
    return true;
  }, false);

/** Stores a value for some milliseconds. @returns false if the storage is full or blocked */
export function writeExpiring(key: string, value: object, duration: number): boolean {
  return writeStored(key, JSON.stringify({ ...value, until: Date.now() + duration }));
}

/** The stored value; null if there is none, or if it is invalid or expired. */
export function readExpiring<T>(key: string): T | null {
  const value = readStored<T & { until: number }>(key);
  return value && Date.now() < value.until ? value : null;
}

export const removeStored = (key: string): void => tried((storage) => storage.removeItem(key), undefined);

/** The keys of everything in the storage. */
export const storedKeys = (): string[] => tried(Object.keys, []);
