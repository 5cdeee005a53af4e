import { env } from "@/lib/server/env";

const MAX_PICTURE_URL = 2048;

/** The picture's normalized URL, or null. Allowed: https, the hosts of PICTURE_HOSTS, limited length. */
export function allowedPicture(url: unknown): string | null {
  if (typeof url !== "string" || url.length > MAX_PICTURE_URL || !URL.canParse(url)) return null;
  const { protocol, host, username, password } = new URL(url);
  if (protocol !== "https:" || username || password) return null;
  return env().PICTURE_HOSTS.some((pattern) => matches(host, pattern.toLowerCase())) ? url : null;
}

/** Matches like a Content-Security-Policy: `*.` stands for one or more labels, never for none. */
function matches(host: string, pattern: string): boolean {
  return pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern;
}
