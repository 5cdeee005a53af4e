import { isIP } from "node:net";
import { clientAddress, isLoopback } from "@/lib/server/http/client-address";
import { isDirect } from "@/lib/server/http/guard-mark";
import { DEMO_ADDRESS, MAX_DEMO_ADDRESS } from "@/lib/core/account";
import { capitalized } from "@/lib/core/text/text";
import { env } from "@/lib/env";
import { requestHost } from "@/lib/server/http/request-origin";

// Demo sign-in (docs/rules.md#sign-in): every address at demo.test is a demo person.

const ADDRESS = new RegExp(`^${DEMO_ADDRESS}$`);
/** A host that is an address, with or without a port: IPv4, or IPv6 in brackets. */
const ADDRESS_HOST = /^(?:([\d.]+)|\[([\da-f:.]+)\])(?::\d+)?$/i;
const LOOPBACK_HOSTS = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** Whether the settings say nothing of others: no proxy is in front, and AUTH_URL, if it is set, names this computer. */
export function isLocalServer(): boolean {
  const { AUTH_URL, TRUSTED_PROXIES } = env();
  return TRUSTED_PROXIES === 0 && (AUTH_URL === undefined || LOOPBACK_HOSTS.test(new URL(AUTH_URL).host));
}

/**
 * Whether a request with these headers may sign in as a demo person. Only from this computer unless DEMO is set: over a
 * connection from it, not through a proxy on it, and not if the settings say that others can reach it. Never
 * without the headers of a proxy that the settings count: whatever is in front, it is not what they describe. Never for a host
 * name that is not ours: a browser may have resolved a stranger's name to this server (DNS rebinding). An address cannot
 * be resolved to another one, so with DEMO it counts as ours where AUTH_URL does not name the host.
 */
export function demoSignInAllowed(headers: Headers): boolean {
  const { demoPossible, AUTH_URL, DEMO, TRUSTED_PROXIES } = env();
  if (!demoPossible || (TRUSTED_PROXIES > 0 && isDirect(headers))) return false;
  const host = requestHost(headers);
  const local = LOOPBACK_HOSTS.test(host);
  if (DEMO) return local || (AUTH_URL ? host === new URL(AUTH_URL).host : isAddress(host));
  return local && isLocalServer() && isDirect(headers) && isLoopback(clientAddress(headers));
}

function isAddress(host: string): boolean {
  const [, v4, v6] = ADDRESS_HOST.exec(host) ?? [];
  return isIP(v4 ?? v6 ?? "") !== 0;
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
  return local.split(/[._-]/).filter(Boolean).map(capitalized).join(" ");
}
