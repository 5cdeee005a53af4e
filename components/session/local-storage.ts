import type { User } from "@/lib/schemas/answers";

// The browser's copies of data (spec sections 3 and 4). They are a convenience: the session is authoritative, and
// nothing is authorized by them. Storage may be full or blocked; then there is no copy.

export const USER_KEY = "user";
/** The cached lists of pending requests. A change in one tab makes the others count again. */
export const REQUEST_KEYS = { friend: "friendRequests", group: "groupRequests" } as const;

/** Returns the stored user, or null. Removes an invalid value. */
export function getStoredUser(): User | null {
  const text = readStored(USER_KEY);
  if (text === null) return null;
  const user = parseUser(text);
  if (!user) removeStored(USER_KEY);
  return user;
}

/** Stores the signed-in user and clears the data of any other user. */
export function storeUser(user: User): void {
  const before = getStoredUser();
  if (before && before._id !== user._id) forgetRequests();
  writeStored(USER_KEY, JSON.stringify(user));
}

/** Clears the user and the cached requests, at logout. */
export function forgetUser(): void {
  removeStored(USER_KEY);
  forgetRequests();
}

/** Caches a list of pending requests. Other tabs are notified only if it changed. */
export function storeRequests(kind: keyof typeof REQUEST_KEYS, list: readonly unknown[]): void {
  writeStored(REQUEST_KEYS[kind], JSON.stringify(list));
}

function forgetRequests(): void {
  Object.values(REQUEST_KEYS).forEach(removeStored);
}

function parseUser(text: string): User | null {
  try {
    const value: unknown = JSON.parse(text);
    return isUser(value) ? value : null;
  } catch {
    return null;
  }
}

function isUser(value: unknown): value is User {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  return (
    ["_id", "name", "email", "picture"].every((field) => typeof fields[field] === "string") &&
    fields._id !== ""
  );
}

/** The stored text; null if there is none, or if storage is blocked. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores the text if it changed and storage allows it. */
export function writeStored(key: string, value: string): void {
  try {
    if (window.localStorage.getItem(key) !== value) window.localStorage.setItem(key, value);
  } catch {
    // Then there is no copy.
  }
}

export function removeStored(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Nothing was stored either.
  }
}

/** The keys of everything in the storage. */
export function storedKeys(): string[] {
  try {
    return Object.keys(window.localStorage);
  } catch {
    return [];
  }
}
