/**
 * Whether a host, with its port unless that is the scheme's own, is one that a pattern allows. Like in a
 * Content-Security-Policy, `*.` stands for one or more labels, never for none.
 */
export function matchesHost(host: string, pattern: string): boolean {
  const wanted = pattern.toLowerCase();
  return wanted.startsWith("*.") ? host.endsWith(wanted.slice(1)) : host === wanted;
}
