import "server-only";
import { ECDH } from "node:crypto";
import { matchesHost } from "@/lib/core/matches-host";
import { env } from "@/lib/env";

/** A browser's push subscription: the URL at its push service, and its keys. */
export type PushSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

const LOOPBACK = /^(localhost|127\.0\.0\.1)(:\d+)?$/;

/**
 * Whether messages may be sent to this URL. Browsers get it from their push service, but anyone can send us another one.
 * The hosts in PUSH_HOSTS are allowed over https, and for tests, hosts on this machine over http, too.
 */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { href, protocol, host, username, password } = new URL(endpoint);
  // Normalized, so that no two parsers can read it differently.
  if (href !== endpoint || username || password) return false;
  if (protocol !== "https:" && !(protocol === "http:" && LOOPBACK.test(host))) return false;
  return env().PUSH_HOSTS.some((pattern) => matchesHost(host, pattern));
}

/** Whether messages can be encrypted for this subscription and may be sent to it. The contract has checked its shape. */
export function isUsable({ endpoint, keys }: PushSubscription): boolean {
  try {
    // Throws unless it is a point on the curve.
    ECDH.convertKey(keys.p256dh, "prime256v1", "base64url");
    return isPushService(endpoint);
  } catch {
    return false;
  }
}
