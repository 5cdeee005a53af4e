// The address under which the browser asked. X-Forwarded-Host and -Proto are a trusted proxy's, or were removed
// (lib/http/request-guard.ts).

/** The host, with its port if it has one; "" if it is unknown. */
export function requestHost(headers: Headers): string {
  return headers.get("x-forwarded-host") ?? headers.get("host") ?? "";
}

/** The origin. Not the URL's: Next.js puts the name that the server was started with there. */
export function requestOrigin({ headers, url }: { headers: Headers; url: string }): string {
  const protocol = headers.get("x-forwarded-proto") ?? new URL(url).protocol.replace(":", "");
  return `${protocol}://${requestHost(headers)}`;
}
