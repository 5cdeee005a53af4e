import "server-only";
import type { Document } from "mongodb";
import { getDb } from "./client";
import { collections } from "./collections";

/** A user's account at the sign-in provider, stored by @auth/mongodb-adapter. */
type Account = { provider: string; providerAccountId: string };

/**
 * Whether signing in with this account would open someone else's: the address belongs to a user who has another
 * account of the same provider. That happens if a provider reassigns an address.
 */
export async function isReassigned(account: Account, email: string): Promise<boolean> {
  const { provider, providerAccountId } = account;
  const accounts = (await getDb()).collection<Document>("accounts");
  const user = await (
    await collections()
  ).users.findOne({ email: email.toLowerCase() }, { projection: { _id: 1 } });
  if (!user || (await accounts.findOne({ provider, providerAccountId }))) return false;
  return (await accounts.findOne({ userId: user._id, provider })) !== null;
}
