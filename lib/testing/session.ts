// Replaces lib/auth/index.ts in tests of handlers, which run outside a request of Next.js:
// jest.mock("@/lib/auth", () => jest.requireActual("@/lib/testing/session"));
import { ObjectId } from "mongodb";
import type { SessionUser } from "@/lib/core/session-user";

type TestSession = { sid: string; auth_time: number };

const SID = new ObjectId().toHexString();
let current: SessionUser | null = null;
let session: Partial<TestSession> = {};

/**
 * From now on, calls come from this person; null: from someone who is signed out.
 * @param of their session; default: one that began just now
 */
export function signInAs(user: SessionUser | null, of: Partial<TestSession> = {}): void {
  current = user;
  session = of;
}

export async function getSessionUser(): Promise<SessionUser | null> {
  return current;
}

export async function getSession(): Promise<TestSession | null> {
  return current && { sid: SID, auth_time: Math.floor(Date.now() / 1000), ...session };
}
