import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { closeDb, getDb } from "@/lib/db/client";
import { ensureIndexes } from "@/lib/db/indexes";
import { env } from "@/lib/env";
import { authSecret } from "@/lib/secret";
import { seedIfEmpty } from "@/lib/seed/seed-if-empty";

const DRAIN_MS = 5_000;
const SWEEP_MS = 100;
/** A terminal and npm both pass on the same Ctrl-C: only a later one is a second wish. */
const SAME_SIGNAL_MS = 500;

/** Makes the process ready to serve: secret, database, indexes, demo data. Ends it with one sentence where it cannot. */
export async function boot(): Promise<void> {
  try {
    closeOnSignals();
    const { embedded, demo } = env();
    if (!embedded) authSecret();
    const db = await getDb();
    // Kept in the data directory, of whose faults the embedded database gives the better account.
    if (embedded) authSecret();
    await ensureIndexes(db);
    if (demo) await seedIfEmpty();
  } catch (error) {
    // Next.js would stay up and answer 500 to everybody.
    console.error(`Evenly cannot start. ${error instanceof Error ? error.message : String(error)}`);
    await closeDb().catch(() => undefined);
    process.exit(1);
  }
}

/** On SIGTERM or SIGINT: finish the requests at hand, close the database, exit 0. A second signal exits at once. */
function closeOnSignals(): void {
  // Next.js does not hand out its HTTP server; each request names it.
  const servers = new Set<Server>();
  subscribe(
    "http.server.request.start",
    (message) => void servers.add((message as { server: Server }).server),
  );

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

/** Takes no new connections and waits for the answers under way, but not for ever. */
async function drain(servers: ReadonlySet<Server>): Promise<void> {
  const closed = [...servers].map((server) => new Promise<void>((done) => server.close(() => done())));
  // A connection that was busy becomes an idle one, which its client would keep open for more requests.
  const sweep = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), SWEEP_MS);
  const timeout = new Promise<void>((done) => setTimeout(done, DRAIN_MS));
  await Promise.race([Promise.all(closed), timeout]);
  clearInterval(sweep);
}
