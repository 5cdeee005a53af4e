// Replaces lib/auth/index.ts in tests of handlers, which run outside a request of Next.js:
// jest.mock("@/lib/auth", () => jest.requireActual("@/lib/testing/session"));
import type { SessionUser } from "@/lib/core/session-user";

let current: SessionUser | null = null;

/** From now on, calls come from this person; null: from someone who is signed out. */
export function signInAs(user: SessionUser | null): void {
  current = user;
}

export async function getSessionUser(): Promise<SessionUser | null> {
  return current;
}
