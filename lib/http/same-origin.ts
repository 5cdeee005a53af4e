import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

// Not "server-only", because middleware.ts checks the forms that work without scripts.

let hintGiven = false;

/**
 * Refuses writes from other sites, which browsers mark with Sec-Fetch-Site and Origin. The origin's scheme has to
 * match too. X-Forwarded-Host and -Proto are a trusted proxy's, or were removed (lib/http/request-guard.ts).
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
      `A browser at ${origin} was refused, because this server considers itself to be at ${protocol}://${host}. ` +
        `Behind a proxy, set AUTH_URL=${origin} or AUTH_TRUST_HOST=true.`,
    );
  }
  throw new AppError("wrong-origin");
}
