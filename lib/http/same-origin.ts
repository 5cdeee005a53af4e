import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

// Not "server-only": middleware.ts asks too, for the forms that run without scripts.

let hintGiven = false;

/**
 * A write that a browser sends from another site says so: in Sec-Fetch-Site, and by that site's Origin, whose scheme
 * counts too. X-Forwarded-Host and -Proto are those of a trusted proxy, or gone (lib/http/request-guard.ts).
 * @throws AppError "wrong-origin"
 */
export function requireSameOrigin({ headers, url }: { headers: Headers; url: string }): void {
  if (headers.get("sec-fetch-site") === "cross-site") throw new AppError("wrong-origin");
  const origin = headers.get("origin");
  if (origin === null) return;
  const { AUTH_URL } = env();
  const host = headers.get("x-forwarded-host") ?? headers.get("host");
  const protocol = headers.get("x-forwarded-proto") ?? new URL(url).protocol.replace(":", "");
  if (origin === `${protocol}://${host}` || (AUTH_URL && origin === new URL(AUTH_URL).origin)) return;
  if (origin === `https://${host}` && !hintGiven) {
    hintGiven = true;
    console.warn(
      `A browser at ${origin} was refused, because this server believes to be at ${protocol}://${host}. ` +
        `Behind a proxy, set AUTH_URL=${origin} or AUTH_TRUST_HOST=true.`,
    );
  }
  throw new AppError("wrong-origin");
}
