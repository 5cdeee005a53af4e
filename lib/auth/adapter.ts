import "server-only";
import { MongoDBAdapter } from "@auth/mongodb-adapter";
import type { Adapter } from "next-auth/adapters";
import { getClient, getDb } from "@/lib/db/client";

/** @auth/mongodb-adapter on the process's database. */
async function adapter(): Promise<Required<Adapter>> {
  const { databaseName } = await getDb();
  return MongoDBAdapter(await getClient(), { databaseName }) as Required<Adapter>;
}

/**
 * The part of the adapter that signing in with an account uses, each method connecting when it is called:
 * nothing touches the database while the app is built or a module is loaded.
 */
export function authAdapter(): Adapter {
  return {
    // Auth.js asks for the user of the session at hand only to link a new account to them. Somebody who signs in
    // with Google while signed in as somebody else shall become that other person, not merge the two.
    getUser: async () => null,
    getUserByAccount: async (account) => (await adapter()).getUserByAccount(account),
    getUserByEmail: async (email) => (await adapter()).getUserByEmail(email),
    createUser: async (user) => (await adapter()).createUser({ ...user, emailVerified: new Date() }),
    linkAccount: async (account) => void (await (await adapter()).linkAccount(account)),
  };
}
