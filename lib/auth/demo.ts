import { clientAddress, isLoopback } from "@/lib/http/client-address";
import { isDirect } from "@/lib/http/guard-mark";
import { DEMO_ADDRESS, MAX_DEMO_ADDRESS } from "@/lib/core/demo-address";
import { env } from "@/lib/env";
import { requestHost } from "@/lib/http/request-origin";

// Demo sign-in (design section 7): every address at demo.test is a demo person.

const ADDRESS = new RegExp(`^${DEMO_ADDRESS}$`);
const LOOPBACK_HOSTS = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

function ownHost(): string {
  const { AUTH_URL } = env();
  return AUTH_URL ? new URL(AUTH_URL).host : "localhost";
}

/** Whether AUTH_URL, if it is set, names this computer. */
export const isLocalServer = () => LOOPBACK_HOSTS.test(ownHost());

/**
 * Whether a request with these headers may sign in as a demo person. Only from this computer unless DEMO is set: over a
 * connection from it, not through a proxy on it, and not if AUTH_URL says that others can reach it. Never for a host
 * name that is not ours: a browser on this computer may have resolved a stranger's name to it (DNS rebinding).
 */
export function demoSignInAllowed(headers: Headers): boolean {
  const { demoPossible, DEMO } = env();
  if (!demoPossible) return false;
  const host = requestHost(headers);
  const local = LOOPBACK_HOSTS.test(host);
  if (DEMO) return local || host === ownHost();
  return local && isLocalServer() && isDirect(headers) && isLoopback(clientAddress(headers));
}

/** The normalized address, or null if it is not a demo address. */
export function demoEmail(input: unknown): string | null {
  if (typeof input !== "string") return null;
  const email = input.trim().toLowerCase();
  return email.length <= MAX_DEMO_ADDRESS && ADDRESS.test(email) ? email : null;
}

/** The name derived from the local part: `ana.silva@demo.test` → `Ana Silva`. */
export function demoName(email: string): string {
  const [local = ""] = email.split("@");
  return local
    .split(/[._-]/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
