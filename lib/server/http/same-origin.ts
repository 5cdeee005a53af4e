import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { requestHost, requestOrigin } from "./request-origin";

let hintGiven = false;

/**
 * Refuses writes from other sites, which browsers mark with Sec-Fetch-Site and Origin. The origin's scheme has to
 * match too.
 * @throws AppError "wrong-origin"
 */
export function requireSameOrigin(request: { headers: Headers; url: string }): void {
  const { headers } = request;
  if (headers.get("sec-fetch-site") === "cross-site") throw new AppError("wrong-origin");
  const origin = headers.get("origin");
  if (origin === null) return;
  const { AUTH_URL } = env();
  const own = requestOrigin(request);
  if (origin === own || (AUTH_URL && origin === new URL(AUTH_URL).origin)) return;
  // The browser may be right: it says so itself, or only the scheme differs.
  const right =
    headers.get("sec-fetch-site") === "same-origin" || origin === `https://${requestHost(headers)}`;
  if (right && URL.canParse(origin) && !hintGiven) {
    hintGiven = true;
    log.warn(
      `A browser at ${origin} was refused, because this server considers itself to be at ${own}. Behind a proxy, ` +
        `set AUTH_URL=${origin}, and TRUSTED_PROXIES=1 if it appends to X-Forwarded-For, or AUTH_TRUST_HOST=true.`,
    );
  }
  throw new AppError("wrong-origin");
}
