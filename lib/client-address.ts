import { isIP } from "node:net";

// Where a request comes from. lib/request-guard.ts sees to it that X-Forwarded-For holds the one address that can be
// believed, whatever the client has put there.

const LOOPBACK = /^(127\.|::1$)/;
/** Whoever has one IPv6 address has as many as they like: the network counts. */
const IPV6_NETWORK_GROUPS = 4;

/** The address that the request came from; "" where nobody knows. */
export function clientAddress(headers: Headers): string {
  return headers.get("x-forwarded-for")?.trim() ?? "";
}

/** True for this computer's own addresses. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address);
}

/**
 * The address that can be believed.
 * @param forwarded X-Forwarded-For as it came; each proxy adds whom it got the request from at the end
 * @param socket the address of whoever holds the other end of the connection
 * @param proxies how many proxies of our own are in front
 */
export function trustedAddress(
  forwarded: string | undefined,
  socket: string | undefined,
  proxies: number,
): string {
  const hops = [...(forwarded ?? "").split(","), socket ?? ""].map((hop) => hop.trim());
  // What stands further left was written by strangers; a proxy that added nothing leaves the list too short.
  const address = hops.at(-1 - proxies) ?? "";
  return plain(isIP(plain(address)) ? address : (socket ?? ""));
}

/** An IPv4 address as it is, whether or not it came over a socket for both. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** What requests from an address are counted under: the address, or the network of an IPv6 address. */
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
