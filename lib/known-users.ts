import "server-only";
import { ObjectId } from "mongodb";
import { getUser } from "@/lib/db/users";

// A session outlives the database that it was made for where somebody drops or replaces that. So a session's user
// is looked up when this process first sees them, and again after a while: no database command on most requests.

const CHECK_AGAIN_AFTER_MS = 5 * 60_000;
const MOST = 10_000;

// Next loads modules more than once: what is known lives on globalThis.
const store = globalThis as typeof globalThis & { evenlyKnownUsers?: Map<string, number> };

/**
 * Whether the user of a session still exists in the database; an answer may be five minutes old.
 * @param id of a user, in hex
 */
export async function isKnownUser(id: string, now: number = Date.now()): Promise<boolean> {
  const known = (store.evenlyKnownUsers ??= new Map());
  const checkedAt = known.get(id);
  if (checkedAt !== undefined && now - checkedAt < CHECK_AGAIN_AFTER_MS) return true;
  if (!ObjectId.isValid(id) || !(await getUser(new ObjectId(id)))) {
    known.delete(id);
    return false;
  }
  if (known.size >= MOST) known.clear();
  known.set(id, now);
  return true;
}
