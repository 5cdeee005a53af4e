import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { catchUpRegularly } from "@/lib/db/catch-up";
import { closeDb, getDb, prepareWith } from "@/lib/db/client";
import { prepareToServe } from "@/lib/db/prepare";
import { env } from "@/lib/env";
import { drain } from "@/lib/http/drain";
import { refuseUpgrades } from "@/lib/http/refuse-upgrades.mjs";
import { guardServer } from "@/lib/http/request-guard";
import { isLocalServer } from "@/lib/auth/demo";
import { authSecrets } from "@/lib/auth/secret";
import { seedIfEmpty } from "@/lib/seed/seed-if-empty";

/** A terminal and npm both forward the same Ctrl-C. Only a later one counts as a second signal. */
const SAME_SIGNAL_MS = 500;

/** Prepares the process: secret, database, indexes, demo data. If that fails, exits with one sentence. */
export async function boot(): Promise<void> {
  try {
    closeOnSignals(findServers());
    prepareWith(prepareToServe);
    const { NODE_ENV, embedded, demoPossible } = env();
    if (NODE_ENV === "production") refuseUpgrades();
    if (!embedded) authSecrets();
    await getDb();
    // The secret is in the data directory; if that is unusable, the embedded database reports it better.
    if (embedded) authSecrets();
    if (demoPossible) await seedIfEmpty();
    catchUpRegularly();
    warnIfSignInIsLimited();
  } catch (error) {
    console.error(`Evenly cannot start. ${error instanceof Error ? error.message : String(error)}`);
    await closeDb().catch(() => undefined);
    // A serverless host would count an exit as a crash. There, each request tries again and reports what is missing.
    if (isServerless()) return;
    // Next.js would stay up and answer 500 to every request.
    process.exit(1);
  }
}

/** False if the environment is not valid: no request could be answered. */
function isServerless(): boolean {
  try {
    return env().serverless !== undefined;
  } catch {
    return false;
  }
}

/** Warns the operator: without Google, at most demo people on this computer can sign in to a production server. */
function warnIfSignInIsLimited(): void {
  const { AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET, AUTH_URL, DEMO, NODE_ENV, demoPossible } = env();
  if (NODE_ENV !== "production" || (AUTH_GOOGLE_ID && AUTH_GOOGLE_SECRET)) return;
  if (demoPossible && DEMO && AUTH_URL) return;
  const who =
    demoPossible && isLocalServer() ? "Only demo people on this computer can sign in" : "Nobody can sign in";
  const ways = "Set AUTH_GOOGLE_ID and AUTH_GOOGLE_SECRET to the ID and secret of your Google client";
  const demo = ", or DEMO=1 and AUTH_URL to let anyone sign in as a demo person";
  console.log(`${who}. ${ways}${demoPossible ? demo : ""}.`);
}

/**
 * Guards each HTTP server of the process. Next.js does not expose its own; each request refers to it before it is
 * served.
 */
function findServers(): ReadonlySet<Server> {
  const servers = new Set<Server>();
  subscribe("http.server.request.start", (message) => {
    const { server } = message as { server: Server };
    if (servers.has(server)) return;
    servers.add(server);
    guardServer(server);
  });
  return servers;
}

/**
 * On SIGTERM or SIGINT: finishes the current requests, closes the database, exits with 0. A second signal exits at
 * once.
 */
function closeOnSignals(servers: ReadonlySet<Server>): void {
  let stoppingSince: number | undefined;
  const stop = () => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    void drain(servers)
      .then(closeDb)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
