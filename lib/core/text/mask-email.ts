/**
 * Masks an email address: the first 3 characters of the local part, then `****@`, then the domain
 * (docs/rules.md#people). `andy.smith@example.com` becomes `and****@example.com`.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const local = at === -1 ? email : email.slice(0, at);
  const domain = at === -1 ? "" : email.slice(at);
  // Iterates code points, so that no character is cut in half.
  return `${[...local].slice(0, 3).join("")}****${domain}`;
}
