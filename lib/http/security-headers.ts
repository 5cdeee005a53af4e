import { ANSWER_POLICY, OFFLINE_PAGE_POLICY, SERVICE_WORKER_POLICY } from "./content-security-policy";

/** What every answer carries. A page's Content-Security-Policy has a nonce and takes the place of this one: middleware.ts. */
export const SECURITY_HEADERS = {
  "content-security-policy": ANSWER_POLICY,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  // Browsers heed it over https only.
  "Strict-Transport-Security": "max-age=31536000",
} as const;

/** Scripts and styles: a screen loads a dozen of them, and only these two mean anything for one. */
export const SCRIPT_HEADERS = {
  "content-security-policy": "default-src 'none'",
  "X-Content-Type-Options": SECURITY_HEADERS["X-Content-Type-Options"],
} as const;

/** What Next.js adds to them to no purpose: they never change, so nobody asks whether they have. */
export const VALIDATORS = ["ETag", "Last-Modified", "Accept-Ranges"];

/** Where Next.js keeps them. */
export const SCRIPTS_PATH = "/_next/static/";

/** Files in public/ that load something themselves. Browsers ask for them anew, so that none outlives a deployment. */
export const ACTIVE_FILES: Readonly<Record<string, string>> = {
  "/sw.js": SERVICE_WORKER_POLICY,
  "/offline/offline.html": OFFLINE_PAGE_POLICY,
};

/** @param path of the request */
export function securityHeaders(path: string): Readonly<Record<string, string>> {
  const policy = ACTIVE_FILES[path];
  if (policy) return { ...SECURITY_HEADERS, "content-security-policy": policy };
  return path.startsWith(SCRIPTS_PATH) ? SCRIPT_HEADERS : SECURITY_HEADERS;
}
