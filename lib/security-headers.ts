import { ANSWER_POLICY } from "./content-security-policy";

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
