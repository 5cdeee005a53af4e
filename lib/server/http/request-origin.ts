import { env } from "@/lib/env";
import { isGuarded } from "./guard-mark";
import { trustedOrigin } from "./request-rules";

// The address under which the browser asked, without what a client could have forged.

/** The host, with its port if it has one; "" if it is unknown. */
export function requestHost(headers: Headers): string {
  return forwarded(headers, "x-forwarded-host") ?? headers.get("host") ?? "";
}

/** The origin. Not the URL's: Next.js puts the name that the server was started with there. */
export function requestOrigin({ headers, url }: { headers: Headers; url: string }): string {
  const protocol = forwarded(headers, "x-forwarded-proto") ?? new URL(url).protocol.replace(":", "");
  return `${protocol}://${requestHost(headers)}`;
}

/** Whether the browser uses https: the request came over it, or AUTH_URL says so. */
export function isHttps(headers: Headers): boolean {
  const { AUTH_URL } = env();
  return (
    forwarded(headers, "x-forwarded-proto") === "https" ||
    (AUTH_URL !== undefined && new URL(AUTH_URL).protocol === "https:")
  );
}

function forwarded(headers: Headers, name: "x-forwarded-host" | "x-forwarded-proto"): string | undefined {
  if (isGuarded(headers)) return headers.get(name) ?? undefined;
  return trustedOrigin(Object.fromEntries(headers), env())[name];
}
