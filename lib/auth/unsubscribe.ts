import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { ObjectId } from "mongodb";
import type { UserDoc } from "@/lib/db/collections";
import { getUser } from "@/lib/db/people";
import { notFound } from "@/lib/errors";
import { UNSUBSCRIBE_TOKEN } from "@/lib/link-paths";
import { authSecrets } from "./secret";

// The links that stop a person's emails without a session: signed instead of stored, and valid as long as the secret is,
// because an email may be opened years later.

const ID_LENGTH = 16;

/** The secret of the links in a user's emails: their id, and its signature for this purpose. @param user their id, in hex */
export const unsubscribeToken = (user: string): string => signed(user, authSecrets()[0]!);

function signed(user: string, secret: string): string {
  const signature = createHmac("sha256", secret).update(`evenly unsubscribe ${user}`).digest();
  return Buffer.from(user, "hex").toString("base64url") + signature.subarray(0, 16).toString("base64url");
}

/**
 * The user whose emails the link stops.
 * @throws AppError "not-found" if it is forged, and if the account was deleted
 */
export async function requireUnsubscriber(token: string): Promise<UserDoc & { email: string }> {
  if (!UNSUBSCRIBE_TOKEN.test(token)) throw notFound();
  const id = Buffer.from(token.slice(0, ID_LENGTH), "base64url").toString("hex");
  const equals = (secret: string) => timingSafeEqual(Buffer.from(signed(id, secret)), Buffer.from(token));
  if (!authSecrets().some(equals)) throw notFound();
  const user = await getUser(new ObjectId(id));
  // A guest has no address.
  if (!user?.email) throw notFound();
  return { ...user, email: user.email };
}
