import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { MongoClient } from "mongodb";
import { TcpProxy } from "@/testing/tcp-proxy";
import { type Actor, signedIn } from "./actor";
import { serveDatabase } from "./database";
import { expect, test as base } from "./fixtures";
import type { AppServer } from "./server";
import { COOKIE, signedInUser } from "./session";

// A server on MONGODB_URI, behind a proxy that can be cut and that records the commands.

const SECRET = "a-secret-for-the-tests-of-the-line";

type ProxiedServer = {
  server: AppServer;
  proxy: TcpProxy;
  /** A new user with this name, signed in, in a new browser. */
  enter: (name: string) => Promise<Actor>;
};

export const test = base.extend<{ proxied: ProxiedServer }>({
  proxied: async ({ startServer, newContext }, use) => {
    const folder = await mkdtemp(join(tmpdir(), "evenly-line-"));
    const database = await serveDatabase(folder);
    const proxy = new TcpProxy(database.uri);
    const client = new MongoClient(database.uri);
    const server = await startServer({ MONGODB_URI: await proxy.open(), AUTH_SECRET: SECRET });
    const contexts: BrowserContext[] = [];
    const enter = async (name: string) => {
      const { value } = await signedInUser(client.db("line"), SECRET, name);
      const context = await newContext({ baseURL: server.url });
      contexts.push(context);
      await context.addCookies([{ name: COOKIE, value, url: server.url }]);
      return signedIn(context, server.url, await context.newPage());
    };
    await use({ server, proxy, enter });
    // No requests may be open when the server stops.
    for (const context of contexts) await context.close();
    await server.stop();
    await client.close();
    await proxy.cut();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  },
});

export { expect };
