// Relative, because next.config.ts imports this file, and knows no aliases.
import { isLinkPath } from "../../link-paths";
import { env } from "../../env";
import { RESPONSE_POLICY, SERVICE_WORKER_POLICY } from "./content-security-policy";

/** The header that middleware.ts sends itself. */
export const POLICY = "content-security-policy";

/** The header that tells browsers to use https only, which they honor over https only. */
export const STRICT_TRANSPORT = "Strict-Transport-Security";

/** Its value. Where AUTH_URL is on https, it includes subdomains, which could otherwise set cookies for this host. */
export function strictTransport(): string {
  const { AUTH_URL } = env();
  const subdomains = AUTH_URL && new URL(AUTH_URL).protocol === "https:";
  return `max-age=31536000${subdomains ? "; includeSubDomains" : ""}`;
}

/** Headers of every response. middleware.ts replaces the Content-Security-Policy on pages, which need a nonce. */
export const SECURITY_HEADERS = {
  [POLICY]: RESPONSE_POLICY,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  get [STRICT_TRANSPORT]() {
    return strictTransport();
  },
} as const;

/** Headers of scripts and styles. A screen loads a dozen of them, and only these two have an effect there. */
export const SCRIPT_HEADERS = {
  [POLICY]: "default-src 'none'",
  "X-Content-Type-Options": SECURITY_HEADERS["X-Content-Type-Options"],
} as const;

/** Where Next.js serves them. */
export const SCRIPTS_PATH = "/_next/static/";

/** The API and files, which middleware.ts does not handle: patterns of next.config.ts. */
export const PLAIN_PATHS = [
  "/api/:path*",
  "/:folder(empty|group-icons|seesaw)/:path*",
  "/:file(sticker.svg|icon.svg|favicon.ico|placeholder.jpg|default-group-icon.png|manifest.webmanifest)",
  "/:file((?:apple-)?icon[\\w-]*.png)",
] as const;

/** Files in public/ that load other files. Browsers revalidate them, so that none outlives a deployment. */
export const ACTIVE_FILES: Readonly<Record<string, string>> = {
  "/sw.js": SERVICE_WORKER_POLICY,
};

/**
 * Headers of links: their address is a secret, which no other site and no search engine may learn. With "no-referrer",
 * browsers would send no Origin with the page's forms.
 */
export const LINK_HEADERS = { "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" } as const;

/** @param path the path of the request */
export function securityHeaders(path: string): Readonly<Record<string, string>> {
  if (isLinkPath(path)) return { ...SECURITY_HEADERS, ...LINK_HEADERS };
  const policy = ACTIVE_FILES[path];
  if (policy) return { ...SECURITY_HEADERS, [POLICY]: policy };
  return path.startsWith(SCRIPTS_PATH) ? SCRIPT_HEADERS : SECURITY_HEADERS;
}
