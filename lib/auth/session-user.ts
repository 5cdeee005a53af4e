import "server-only";
import type { SessionUser } from "@/lib/core/account";
import type { SelfDoc, SessionIncluded } from "@/lib/db/account/sessions";

/** The user of a session or an API token, as the server passes them on. */
export function toSessionUser(user: SelfDoc): SessionUser & SessionIncluded {
  const { _id, email = "", image, guest, claims, ...rest } = user;
  const own = { id: _id.toHexString(), email, picture: image ?? "" };
  const ids = {
    ...(guest && { guest: guest.toHexString() }),
    ...(claims && { claims: claims.toHexString() }),
  };
  return { ...rest, ...own, ...ids };
}
