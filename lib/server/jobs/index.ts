import "server-only";
import { closeDb, getDb } from "@/lib/db/client";
import { runIfDue, type Outcome } from "@/lib/db/leases";
import { listDue, makeDueOccurrences } from "@/lib/db/series/make";
import { NewerData, prepareDatabase } from "@/lib/db/prepare";
import { isOutage } from "@/lib/db/server-errors";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { sendNotices } from "@/lib/server/notices";
import { backUpDaily } from "./daily-backup";

const INTERVAL_MS = 60_000;
/** Less than a day, so that a scheduler that is a little early finds it due. */
const DAILY_MS = 23 * 60 * 60_000;

/**
 * Creates the indexes that the boot did not wait for, and checks whether a newer version has taken over.
 * @throws NewerData, after which the database is closed: the next requests are refused
 */
async function prepareAgain(): Promise<void> {
  try {
    await prepareDatabase(await getDb());
  } catch (error) {
    if (error instanceof NewerData) await closeDb();
    throw error;
  }
}

/**
 * Does the scheduled work that is due. A process that stays calls it each minute; elsewhere, a scheduler does, by
 * /api/jobs. Nothing here deletes expired data: the database does, by its TTL indexes.
 * @throws NewerData, after which the database is closed: the next requests are refused; the first failure, after all
 * else was done
 */
export async function runDueJobs(): Promise<Record<string, Outcome>> {
  await prepareAgain();
  const failures: unknown[] = [];
  const attempt = (work: () => Promise<Record<string, Outcome> | void>) =>
    work().catch((error: unknown) => void failures.push(error));
  // Messages come last: their channels may be slow.
  const series = await attempt(() => makeRepeated(new Date()));
  const backup = await attempt(backUp);
  await attempt(sendNotices);
  if (failures.length > 0) throw failures[0];
  return { ...series, ...backup };
}

async function backUp(): Promise<Record<string, Outcome>> {
  const { embedded, BACKUP_DIR, BACKUP_KEEP } = env();
  if (!embedded || !BACKUP_DIR) return {};
  return { backup: await runIfDue("backup", DAILY_MS, () => backUpDaily(BACKUP_DIR, BACKUP_KEEP)) };
}

/** Makes the expenses that repeat today (docs/rules.md#series). Most of the time, one query finds that there are none. */
async function makeRepeated(now: Date): Promise<Record<string, Outcome>> {
  if ((await listDue(now)).length === 0) return {};
  return { series: await runIfDue("series", 0, () => makeDueOccurrences(now)) };
}

/**
 * Calls {@link runDueJobs} now, and each minute by a clock that nobody sets. A function only checks the data: its host can
 * stop it at any moment, in the middle of a transaction or of an email.
 * @returns when the first call is over
 */
export function runJobsRegularly(): Promise<void> {
  const work = env().serverless ? prepareAgain : runDueJobs;
  const turn = async () => {
    await work().catch((error: unknown) => {
      if (error instanceof NewerData) log.error(error.message);
      else if (!isOutage(error)) log.error({ err: error }, "The scheduled work has failed.");
    });
    setTimeout(() => void turn(), INTERVAL_MS).unref();
  };
  return turn();
}
