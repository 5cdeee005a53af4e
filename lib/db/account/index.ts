import "server-only";
import { collections, type AccountDoc } from "../collections";

/**
 * Whether signing in with this account would open someone else's: the address belongs to a user who has another
 * account of the same provider. That happens if a provider reassigns an address.
 */
export async function isReassigned(
  { provider, providerAccountId }: Pick<AccountDoc, "provider" | "providerAccountId">,
  email: string,
): Promise<boolean> {
  const { users, accounts } = await collections();
  const user = await users.findOne({ email: email.toLowerCase() }, { projection: { _id: 1 } });
  if (!user || (await accounts.findOne({ provider, providerAccountId }))) return false;
  return (await accounts.findOne({ userId: user._id, provider })) !== null;
}
