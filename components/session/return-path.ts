import { readExpiring, removeStored, writeExpiring } from "./local-storage";

const RETURN_PATH = "evenly:way-back";
const HOUR_MS = 60 * 60 * 1000;

/** The path of the screen, with its query: a copy of an expense and a new expense are different forms. */
export const here = () => location.pathname + location.search;

/** Saves the path where the session ended, for an hour. */
export function saveReturnPath(userId: string, path = here()): void {
  writeExpiring(RETURN_PATH, { userId, path }, HOUR_MS);
}

/** Returns the path where the session ended, only once; null if there is none. */
export function takeReturnPath(userId: string): string | null {
  const saved = readExpiring<{ userId: string; path: string }>(RETURN_PATH);
  removeStored(RETURN_PATH);
  return saved?.userId === userId ? saved.path : null;
}
