import "server-only";
import { DAY_MS } from "@/lib/core/text/dates";
import { env } from "@/lib/env";
import { requestOrigin } from "./request-origin";

/** RFC 9116 recommends less than a year. */
const VALID_MS = 90 * DAY_MS;

/**
 * The file that tells where to report vulnerabilities (RFC 9116): to SECURITY_CONTACT, else to the mailbox that RFC 2142
 * reserves for it at this site's host.
 */
export function securityTxt(request: { headers: Headers; url: string }, now = Date.now()): string {
  const { AUTH_URL, SECURITY_CONTACT } = env();
  const asked = requestOrigin(request);
  // Unlike a browser, a client can send a Host header that is not a host name.
  const site = new URL(AUTH_URL ?? (URL.canParse(asked) ? asked : request.url));
  const fields = [
    ["Contact", SECURITY_CONTACT ?? `mailto:security@${site.hostname}`],
    ["Expires", new Date(now + VALID_MS).toISOString()],
    ["Preferred-Languages", "en"],
    ["Canonical", `${site.origin}/.well-known/security.txt`],
  ];
  return fields.map(([name, value]) => `${name}: ${value}\n`).join("");
}
