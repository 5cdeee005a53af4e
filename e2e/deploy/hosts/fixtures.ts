import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserContext, BrowserContextOptions } from "@playwright/test";
import { TcpProxy } from "@/testing/tcp-proxy";
import { serveDatabase } from "../../support/database";
import { expect, test as base } from "../../support/fixtures";
import { CLIENT, GoogleStandIn } from "../../support/google-stand-in";
import { withoutSettings } from "../../support/server";
import { passesTheJourney, withGoogle } from "../journey";

// What a serverless host needs: a MongoDB server, behind a proxy that can be cut, and Google.

export const SECRET = "a-secret-of-the-deployment-tests-only";

type Needs = { proxy: TcpProxy; provider: GoogleStandIn; environment: Record<string, string> };

let databases = 0;

export const test = base.extend<{ needs: Needs }>({
  // Not that of a server of `npm start`, which these tests do not need.
  baseURL: async ({}, use) => use(undefined),
  needs: async ({}, use) => {
    databases += 1;
    const folder = await mkdtemp(join(tmpdir(), "evenly-host-"));
    const database = process.env.TEST_MONGODB_URI
      ? { uri: process.env.TEST_MONGODB_URI, stop: async () => undefined }
      : await serveDatabase(folder);
    const proxy = new TcpProxy(database.uri);
    const provider = await GoogleStandIn.start();
    const environment = {
      MONGODB_URI: await proxy.open(),
      MONGODB_DB: `evenly_host_${process.pid}_${databases}`,
      AUTH_SECRET: SECRET,
      AUTH_GOOGLE_ID: CLIENT.id,
      AUTH_GOOGLE_SECRET: CLIENT.secret,
      AUTH_GOOGLE_ISSUER: provider.issuer,
    };
    // As docs/operations/upgrade.md says: on a slow machine, the first requests would be told to wait.
    await promisify(execFile)(process.execPath, ["lib/cli/run.mjs", "lib/cli/migrate.ts"], {
      env: { ...withoutSettings(), ...environment },
    });
    await use({ proxy, provider, environment });
    await provider.stop();
    await proxy.cut();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  },
});

/** The journey on a host that is stopped afterwards, when no request of a browser may be open. */
export async function passesTheJourneyOn(
  { url }: { url: string },
  { provider }: Needs,
  newContext: (options: BrowserContextOptions) => Promise<BrowserContext>,
): Promise<void> {
  await provider.serve(url);
  const contexts: BrowserContext[] = [];
  const open = async (options: BrowserContextOptions) => {
    const context = await newContext(options);
    contexts.push(context);
    return context;
  };
  await passesTheJourney(open, url, withGoogle(provider));
  for (const context of contexts) await context.close();
}

export { expect };
