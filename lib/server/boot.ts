import "server-only";
import { closeDb, getDb, prepareWith } from "@/lib/db/client";
import { countQueued } from "@/lib/db/notices/sending";
import { prepareDatabase } from "@/lib/db/prepare";
import { env } from "@/lib/env";
import { isUpdating } from "@/lib/errors";
import { noticeBy } from "@/lib/server/http/database-notice";
import { drainable } from "@/lib/server/http/drain";
import { guard, ownServer } from "@/lib/server/http/request-guard";
import { runJobsRegularly } from "@/lib/server/jobs";
import { newestBackupAge } from "@/lib/server/jobs/daily-backup";
import { log } from "@/lib/log";
import { sendAfterWrites } from "@/lib/server/notices";
import { logConsole } from "@/lib/log/console";
import { isLocalServer } from "@/lib/auth/demo";
import { authSecrets } from "@/lib/auth/secret";
import { vapidKeys } from "@/lib/server/notices/vapid";
import { seedIfEmpty } from "@/lib/seed/seed-if-empty";

/** A terminal and npm both forward the same Ctrl-C. Only a later signal counts as the second one. */
const SAME_SIGNAL_MS = 500;

/** How long a request lets a function prepare the database. It must be less than a request waits. */
const FUNCTION_MS = 2_000;

let stoppingSince: number | undefined;

/** Prepares the process: secret, database, indexes, demo data. If this fails, exits with a one-line error. */
export async function boot(): Promise<void> {
  try {
    const own = ownServer();
    closeOnSignals(own ? drainable(own.server) : async () => undefined);
    own?.begin(guard(own.handle));
    const { NODE_ENV, METRICS_TOKEN, BACKUP_DIR, embedded, serverless, missing } = env();
    if (missing) throw new Error(missing);
    const backupAge = embedded && BACKUP_DIR ? () => newestBackupAge(BACKUP_DIR) : undefined;
    const measure =
      METRICS_TOKEN && (await import("@/lib/server/http/metrics")).collectMetrics(countQueued, backupAge);
    prepareWith(async (db) => {
      if (measure) measure(db.client);
      // A function works only while a request waits, and is frozen afterwards.
      const until = serverless ? Date.now() + FUNCTION_MS : Infinity;
      await prepareDatabase(db, "unique", undefined, { until });
    });
    noticeBy(() => getDb().then(() => null, problemOf));
    if (NODE_ENV === "production") logConsole();
    // The first request waits for these attempts, not for later ones.
    if (serverless) {
      void getDb().then(runJobsRegularly, (error: unknown) => isUpdating(error) || report(error));
      warnIfMailIsIgnored();
      return warnIfSignInIsLimited();
    }
    const started = getDb(Infinity).then(startServing);
    // While the data is being migrated, requests get responses.
    if (!(await Promise.race([started, getDb()]).then(() => false, isUpdating))) return await started;
    log.info(
      "The data is being brought to this version. Until that is done, requests are answered with 503.",
    );
    started.catch(fail);
  } catch (error) {
    await fail(error);
  }
}

function problemOf(error: unknown): "updating" | "unavailable" {
  if (isUpdating(error)) return "updating";
  log.error({ err: error }, "The database cannot be used.");
  return "unavailable";
}

async function startServing(): Promise<void> {
  const { embedded, demoPossible } = env();
  // After the database: the secrets are in the data directory, and the database has a better error if that is unusable.
  if (embedded) authSecrets();
  if (embedded) vapidKeys();
  if (demoPossible) await seedIfEmpty();
  void runJobsRegularly();
  sendAfterWrites();
  warnIfBackupIsIgnored();
  warnIfMailIsIgnored();
  warnIfSignInIsLimited();
}

async function fail(error: unknown): Promise<void> {
  // Then the database is closed.
  if (stoppingSince !== undefined) return;
  report(error);
  await closeDb().catch(() => undefined);
  // A serverless host would count an exit as a crash. There, each response says what is missing.
  if (isServerless()) return;
  // Next.js would stay up and return 500 for every request.
  process.exit(1);
}

function report(error: unknown): void {
  log.fatal(`Evenly cannot start. ${error instanceof Error ? error.message : String(error)}`);
}

/** False if the environment is not valid: then no request could be handled. */
function isServerless(): boolean {
  try {
    return env().serverless !== undefined;
  } catch {
    return false;
  }
}

function warnIfBackupIsIgnored(): void {
  const { BACKUP_DIR, embedded } = env();
  if (BACKUP_DIR && !embedded)
    log.warn("BACKUP_DIR is for the embedded database: back up MongoDB with mongodump.");
}

function warnIfMailIsIgnored(): void {
  const { SMTP_URL, AUTH_URL } = env();
  if (SMTP_URL && !AUTH_URL) log.warn("Emails are not sent: set AUTH_URL, which their links need.");
}

/** Warns the operator: without Google, at most demo people on this computer can sign in to a production server. */
function warnIfSignInIsLimited(): void {
  const { AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET, AUTH_URL, DEMO, NODE_ENV, demoPossible } = env();
  if (NODE_ENV !== "production" || (AUTH_GOOGLE_ID && AUTH_GOOGLE_SECRET)) return;
  if (demoPossible && DEMO) {
    const where = AUTH_URL ? `${AUTH_URL}.` : "localhost or an IP address. For a host name, set AUTH_URL.";
    log.warn(`Anyone can sign in as a demo person, at ${where}`);
    return;
  }
  const who =
    demoPossible && isLocalServer() ? "Only demo people on this computer can sign in" : "Nobody can sign in";
  const ways = "Set AUTH_GOOGLE_ID and AUTH_GOOGLE_SECRET to the ID and secret of your Google client";
  const demo = ", or DEMO=1 to let anyone sign in as a demo person";
  log.warn(`${who}. ${ways}${demoPossible ? demo : ""}.`);
}

/**
 * On SIGTERM or SIGINT: finishes the current requests, closes the database, exits with 0. A second signal exits at
 * once.
 */
function closeOnSignals(drain: () => Promise<void>): void {
  const stop = () => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    void drain()
      .then(closeDb)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.fatal({ err: error }, "Evenly could not stop properly.");
          process.exit(1);
        },
      );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
