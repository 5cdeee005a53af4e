import type { User } from "@/lib/schemas/answers";

// What the browser keeps (spec sections 3 and 4). Copies for the screens' convenience: the session is the truth, and
// nothing is ever authorised by what stands here. Storage may be full or forbidden: then there is simply no copy.

export const USER_KEY = "user";
/** The cached lists of open requests; a change in one tab makes the others count again. */
export const REQUEST_KEYS = { friend: "friendRequests", group: "groupRequests" } as const;

/** The stored user, or null. A value that cannot be one is removed. */
export function getStoredUser(): User | null {
  const text = readStored(USER_KEY);
  if (text === null) return null;
  const user = parseUser(text);
  if (!user) removeStored(USER_KEY);
  return user;
}

/** Keeps `user` as the signed-in one; what was cached for somebody else goes. */
export function storeUser(user: User): void {
  const before = getStoredUser();
  if (before && before._id !== user._id) forgetRequests();
  writeStored(USER_KEY, JSON.stringify(user));
}

/** Forgets the user and the cached requests: at logout. */
export function forgetUser(): void {
  removeStored(USER_KEY);
  forgetRequests();
}

/** Caches a list of open requests. Other tabs hear of it only where it differs from what is there. */
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

/** The stored text; null where there is none, or storage is forbidden. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores the text where it differs from what is there and storage allows it. */
export function writeStored(key: string, value: string): void {
  try {
    if (window.localStorage.getItem(key) !== value) window.localStorage.setItem(key, value);
  } catch {
    // No copy, then.
  }
}

export function removeStored(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Nothing was kept either.
  }
}

/** The keys of everything that is stored. */
export function storedKeys(): string[] {
  try {
    return Object.keys(window.localStorage);
  } catch {
    return [];
  }
}
