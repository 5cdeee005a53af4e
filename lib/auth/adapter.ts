import "server-only";
import { MongoDBAdapter } from "@auth/mongodb-adapter";
import type { Adapter } from "next-auth/adapters";
import { getDb } from "@/lib/db/client";

/** @auth/mongodb-adapter on the process's database. */
async function adapter(): Promise<Required<Adapter>> {
  const { client, databaseName } = await getDb();
  return MongoDBAdapter(client, { databaseName }) as Required<Adapter>;
}

/**
 * The methods of the adapter that sign-in uses. Each connects when it is called, so that building the app or loading
 * a module does not touch the database.
 */
export function authAdapter(): Adapter {
  return {
    // Auth.js calls this only to link a new account to the user of the current session. Someone who signs in with
    // Google while signed in as another user should switch users, not merge the two.
    getUser: async () => null,
    getUserByAccount: async (account) => (await adapter()).getUserByAccount(account),
    getUserByEmail: async (email) => (await adapter()).getUserByEmail(email),
    createUser: async (user) => (await adapter()).createUser({ ...user, emailVerified: new Date() }),
    linkAccount: async (account) => void (await (await adapter()).linkAccount(account)),
  };
}
