import "server-only";
import type { Document } from "mongodb";
import { getDb } from "./client";
import { collections } from "./collections";

/** A person's account at the sign-in provider; the collection is @auth/mongodb-adapter's. */
type Account = { provider: string; providerAccountId: string };

/**
 * Whether signing in with this account would enter somebody else's: the address belongs to a user who came with another
 * account of the same provider. That happens where a provider gives an address to a new person.
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
