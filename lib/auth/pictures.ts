import { env } from "@/lib/env";

const LONGEST = 2048;

/** The picture's normalized URL, or null. Allowed: https, the hosts of PICTURE_HOSTS, limited length. */
export function allowedPicture(address: unknown): string | null {
  if (typeof address !== "string" || address.length > LONGEST || !URL.canParse(address)) return null;
  const { protocol, host, username, password } = new URL(address);
  if (protocol !== "https:" || username || password) return null;
  return env().PICTURE_HOSTS.some((pattern) => matches(host, pattern.toLowerCase())) ? address : null;
}

/** Matches like a Content-Security-Policy: `*.` stands for one or more labels, never for none. */
function matches(host: string, pattern: string): boolean {
  return pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern;
}
