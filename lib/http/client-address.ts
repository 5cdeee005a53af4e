import { isIP } from "node:net";

// The address that a request came from. lib/http/request-guard.ts makes sure that X-Forwarded-For contains only the
// one address that can be trusted, whatever the client sent.

const LOOPBACK = /^(127\.|::1$)/;
/** The owner of one IPv6 address has a whole network of them, so the network counts. */
const IPV6_NETWORK_GROUPS = 4;

/** The client's address; "" if it is unknown. */
export function clientAddress(headers: Headers): string {
  return headers.get("x-forwarded-for")?.trim() ?? "";
}

/** True for this computer's own addresses. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address);
}

/**
 * Finds the client's address.
 * @param forwarded the X-Forwarded-For header; each proxy appends the address it received the request from
 * @param socket the address at the other end of the connection
 * @param proxies how many of our own proxies are in front
 */
export function trustedAddress(
  forwarded: string | undefined,
  socket: string | undefined,
  proxies: number,
): string {
  const hops = [...(forwarded ?? "").split(","), socket ?? ""].map((hop) => hop.trim());
  // Entries further left can be forged by the client. A proxy that appended nothing leaves the list too short.
  const address = hops.at(-1 - proxies) ?? "";
  return plain(isIP(plain(address)) ? address : (socket ?? ""));
}

/** The address without the port that some proxies append, and IPv4 without the IPv6 notation of a dual-stack socket. */
function plain(address: string): string {
  return address.replace(/^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/, "$1$2").replace(/^::ffff:(?=\d+\.)/i, "");
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
