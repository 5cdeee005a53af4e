import "server-only";
import { ObjectId } from "mongodb";
import { log } from "@/lib/server/log";
import { getDb } from "./client";
import { DUPLICATE_KEY, hasCode } from "./server-errors";

/** Another server takes over from one that has not renewed its lease for this long. */
export const LEASE_MS = 5 * 60_000;
/** After a failure, the job is tried again after this time. */
export const RETRY_MS = 15 * 60_000;
/** A recorded time that is further in the future was recorded by a wrong clock. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** `ranAt`: when it last succeeded. `until`: nobody begins before. `holder`: who is running it. */
type JobDoc = { _id: string; ranAt?: Date; until?: Date; holder?: ObjectId };

export type Outcome = "done" | "failed" | "not due";

const jobsOf = async () => (await getDb()).collection<JobDoc>("jobs");

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
  const jobs = await jobsOf();
  const holder = new ObjectId();
  const began = now();
  if (!(await take(name, everyMs, holder, began))) return "not due";
  const until = (ms: number) => ({ until: new Date(now() + ms) });
  const renewal = setInterval(() => {
    jobs.updateOne({ _id: name, holder }, { $set: until(LEASE_MS) }).catch(() => undefined);
  }, LEASE_MS / 5).unref();
  const failure = await work().then(
    () => null,
    (error: unknown) => ({ error }),
  );
  clearInterval(renewal);
  if (failure) log.error({ err: failure.error, job: name }, `The job "${name}" has failed.`);
  // Not if another server has taken over.
  await jobs.updateOne(
    { _id: name, holder },
    failure
      ? { $set: until(RETRY_MS), $unset: { holder: "" } }
      : { $set: { ranAt: new Date(began) }, $unset: { holder: "", until: "" } },
  );
  return failure ? "failed" : "done";
}

async function take(name: string, everyMs: number, holder: ObjectId, now: number): Promise<boolean> {
  const before = (field: "ranAt" | "until", time: number, future: number) => ({
    $or: [
      { [field]: { $exists: false } },
      { [field]: { $lte: new Date(time) } },
      { [field]: { $gt: new Date(future + CLOCK_SKEW_MS) } },
    ],
  });
  const free = {
    _id: name,
    $and: [before("ranAt", now - everyMs, now), before("until", now, now + Math.max(LEASE_MS, RETRY_MS))],
  };
  try {
    const { modifiedCount, upsertedCount } = await (
      await jobsOf()
    ).updateOne(free, { $set: { holder, until: new Date(now + LEASE_MS) } }, { upsert: true });
    return modifiedCount + upsertedCount > 0;
  } catch (error) {
    // It exists, and is not free.
    if (hasCode(error, DUPLICATE_KEY)) return false;
    throw error;
  }
}
