import { ownFolder } from "./own-folder";
import { rmSync } from "node:fs";
import { encode } from "next-auth/jwt";
import { generateVAPIDKeys } from "web-push";
import { authSecrets } from "@/lib/auth/secret";
import { newSession } from "@/lib/auth/session-token";
import { pathOf } from "@/lib/client/call";
import type { Endpoint } from "@/lib/client/endpoints";
import { operations, type OperationName } from "@/lib/contract/operations";
import { closeDb, getDb } from "@/lib/db/client";
import { prepareDatabase } from "@/lib/db/prepare";
import type { Viewer } from "@/lib/server/access";
import { aSession } from "./a-session";
import type { OperationRequest } from "./operations";

// For programs that send the requests of testing/operations.ts to a production build. Its database is this process's own, so
// that the world can be put back after each write.

/** The generated secret of this process, with which it signs the links of the world. */
export const AUTH_SECRET = authSecrets()[0]!;
const COOKIE = "authjs.session-token";

/** Runs `work` with an empty database in this process, which servers reach at `uri`. */
export async function withOwnDatabase<T>(work: (uri: string) => Promise<T>): Promise<T> {
  const db = await getDb();
  try {
    await prepareDatabase(db);
    const [address] = db.client.options.hosts;
    const socket = encodeURIComponent(address?.socketPath ?? "");
    return await work(`mongodb://${socket}/?directConnection=true&retryWrites=false`);
  } finally {
    await closeDb();
    rmSync(ownFolder, { recursive: true, force: true });
  }
}

/** For servers on the database at `uri`: they know the sessions of this process, and can send push messages. */
export function serverSettings(uri: string) {
  const { publicKey, privateKey } = generateVAPIDKeys();
  return {
    MONGODB_URI: uri,
    MONGODB_DB: "evenly",
    AUTH_SECRET,
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
  };
}

/** Begins a session. @returns its cookie, for servers with {@link AUTH_SECRET} */
export async function cookieOf({ _id, id }: Viewer): Promise<string> {
  const token = newSession(id, await aSession(await getDb(), _id));
  return `${COOKIE}=${await encode({ token, secret: AUTH_SECRET, salt: COOKIE, maxAge: 3600 })}`;
}

/** What to send for a request. Writes always have a body. */
export function toSend(name: OperationName, { params, query, body }: OperationRequest) {
  const { method, path } = operations[name];
  return {
    method,
    path: pathOf(`${method} ${path}` as Endpoint, { params, query }),
    body: method === "POST" || method === "PUT" ? (body ?? {}) : undefined,
  };
}
