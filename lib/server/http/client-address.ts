import { isIP } from "node:net";
import type { IncomingHttpHeaders } from "node:http";
import { env, type Env } from "@/lib/env";
import { isGuarded } from "./guard-mark";

// The address that a request came from.

const LOOPBACK = /^(127\.|::1$)/;
/** The owner of one IPv6 address has a whole network of them, so the network counts. */
const IPV6_NETWORK_GROUPS = 4;

/** The headers in which a platform names the client's address. It replaces them if the client sends them. */
const PLATFORM_HEADERS: Partial<Record<NonNullable<Env["serverless"]>, readonly string[]>> = {
  Vercel: ["x-vercel-forwarded-for", "x-real-ip"],
  Netlify: ["x-nf-client-connection-ip"],
};

/** The client's address; "" if it is unknown. Never anything but an address. */
export function clientAddress(headers: Headers): string {
  if (isGuarded(headers)) return headers.get("x-forwarded-for") ?? "";
  return trustedAddress(Object.fromEntries(headers), {}, env());
}

/** True for this computer's own addresses. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address);
}

/**
 * Finds the client's address, which no client can forge.
 * @param headers as received; each proxy appends to X-Forwarded-For the address it received the request from
 * @param from.peer the address at the other end of the connection, if there is one
 * @returns "" if it is unknown
 */
export function trustedAddress(
  headers: IncomingHttpHeaders,
  { peer = "" }: { peer?: string | undefined },
  {
    TRUSTED_PROXIES,
    proxiesCounted,
    serverless,
  }: Pick<Env, "TRUSTED_PROXIES" | "proxiesCounted" | "serverless">,
): string {
  const named = (serverless && PLATFORM_HEADERS[serverless]) ?? [];
  const ofPlatform = named.map((name) => asAddress(headers[name])).find(Boolean);
  if (ofPlatform && !proxiesCounted) return ofPlatform;
  const hops = [...String(headers["x-forwarded-for"] ?? "").split(","), peer];
  // Entries further left can be forged by the client. A proxy that appended nothing leaves the list too short.
  return asAddress(hops.at(-1 - TRUSTED_PROXIES)) || asAddress(peer);
}

/** The address without the port that some proxies append, and IPv4 without the IPv6 notation of a dual-stack socket. */
function asAddress(text: string | string[] | undefined): string {
  const address = String(text ?? "")
    .trim()
    .replace(/^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/, "$1$2");
  if (isIP(address) === 6) return withoutMapping(address);
  return isIP(address) ? address : "";
}

/** An IPv6 address; if it stands for an IPv4 address, in whatever way that is written, that one. */
function withoutMapping(address: string): string {
  const { hostname } = new URL(`http://[${address.split("%")[0]}]`);
  const groups = /^\[::ffff:(\w+):(\w+)\]$/.exec(hostname)?.slice(1);
  const bytes = groups?.map((group) => parseInt(group, 16)).flatMap((pair) => [pair >> 8, pair & 255]);
  return bytes?.join(".") ?? address;
}

/** The key under which an address is rate-limited: the address, or the network of an IPv6 address. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("%")[0]!.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return `${groups
    .slice(0, IPV6_NETWORK_GROUPS)
    .map((group) => parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
