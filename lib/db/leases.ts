import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import { ObjectId, type Collection, type Db } from "mongodb";
import { Updating } from "@/lib/errors";
import { log } from "@/lib/log";
import { getDb } from "./client";
import { DUPLICATE_KEY, hasCode } from "./server-errors";

/** Another server takes over a job from one that has not renewed its lease for this long. */
export const LEASE_MS = 5 * 60_000;
/** A failed job is retried after this time. */
export const RETRY_MS = 15 * 60_000;
/** A recorded time further in the future comes from a wrong clock. */
const CLOCK_SKEW_MS = 5 * 60_000;
/** The interval at which a waiting process tries to get the lease. */
const ASK_MS = 200;

/** `ranAt`: when it last succeeded. `until`: nobody else starts it before. `holder`: the process that runs it. */
type JobDoc = { _id: string; ranAt?: Date; until?: Date; holder?: ObjectId };
type Jobs = Collection<JobDoc>;

export type Outcome = "done" | "failed" | "not due";

const jobsOf = (db: Db): Jobs => db.collection<JobDoc>("jobs");

/**
 * Runs a job if it has not succeeded for `everyMs`, on one server at a time: in a lease, which is renewed while it runs.
 * @param now the time of day in milliseconds
 * @returns "not due" also if another server is running it
 */
export async function runIfDue(
  name: string,
  everyMs: number,
  work: () => Promise<void>,
  now: () => number = Date.now,
): Promise<Outcome> {
  const jobs = jobsOf(await getDb());
  const holder = new ObjectId();
  const began = now();
  if (!(await take(jobs, { name, everyMs, holder, leaseMs: LEASE_MS, now: began }))) return "not due";
  const failure = await renewed(jobs, { _id: name, holder }, LEASE_MS, work, now).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (failure) log.error({ err: failure.error, job: name }, `The job "${name}" has failed.`);
  // Not if another server has taken over.
  await jobs.updateOne(
    { _id: name, holder },
    failure
      ? { $set: { until: new Date(now() + RETRY_MS) }, $unset: { holder: "" } }
      : { $set: { ranAt: new Date(began) }, $unset: { holder: "", until: "" } },
  );
  return failure ? "failed" : "done";
}

/**
 * Runs `work` in one process at a time: waits for other processes, or `leaseMs` for one that was killed.
 * @param deadline the time of day until which it waits
 * @throws Updating at the deadline
 */
export async function inLease<T>(
  db: Db,
  name: string,
  leaseMs: number,
  deadline = Infinity,
  work: () => Promise<T>,
): Promise<T> {
  const jobs = jobsOf(db);
  const holder = new ObjectId();
  while (!(await take(jobs, { name, everyMs: 0, holder, leaseMs, now: Date.now() }))) {
    if (Date.now() >= deadline) throw new Updating();
    await wait(ASK_MS);
  }
  try {
    return await renewed(jobs, { _id: name, holder }, leaseMs, work);
  } finally {
    // Else it expires.
    await jobs.deleteOne({ _id: name, holder }).catch(() => undefined);
  }
}

async function renewed<T>(
  jobs: Jobs,
  own: { _id: string; holder: ObjectId },
  leaseMs: number,
  work: () => Promise<T>,
  now: () => number = Date.now,
): Promise<T> {
  const renewal = setInterval(() => {
    jobs.updateOne(own, { $set: { until: new Date(now() + leaseMs) } }).catch(() => undefined);
  }, leaseMs / 5).unref();
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}

type Taking = { name: string; everyMs: number; holder: ObjectId; leaseMs: number; now: number };

async function take(jobs: Jobs, { name, everyMs, holder, leaseMs, now }: Taking): Promise<boolean> {
  const before = (field: "ranAt" | "until", time: number, future: number) => ({
    $or: [
      { [field]: { $exists: false } },
      { [field]: { $lte: new Date(time) } },
      { [field]: { $gt: new Date(future + CLOCK_SKEW_MS) } },
    ],
  });
  const free = {
    _id: name,
    $and: [before("ranAt", now - everyMs, now), before("until", now, now + Math.max(leaseMs, RETRY_MS))],
  };
  try {
    const taken = { $set: { holder, until: new Date(now + leaseMs) } };
    const { modifiedCount, upsertedCount } = await jobs.updateOne(free, taken, { upsert: true });
    return modifiedCount + upsertedCount > 0;
  } catch (error) {
    // The lease exists and is held.
    if (hasCode(error, DUPLICATE_KEY)) return false;
    throw error;
  }
}
