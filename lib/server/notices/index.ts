import "server-only";
import { getDb } from "@/lib/db/client";
import { inLease } from "@/lib/db/leases";
import { hasUntold, makeNotices } from "@/lib/db/notices/outbox";
import { makeSummaries } from "@/lib/db/notices/summaries";
import { isUpdating } from "@/lib/errors";
import { log } from "@/lib/log";
import { isOutage } from "@/lib/db/server-errors";
import { onWrite } from "./after-write";
import { deliverDue } from "./deliver";
import { targets } from "./targets";

/** If a process ends while it makes notices, the others wait this long. */
const LEASE_MS = 30_000;
/** Writes within this time are handled together. */
const PAUSE_MS = 250;

/** Makes notices of new activity, on one server at a time. */
async function makeAll(): Promise<void> {
  const work = async () => {
    while (await makeNotices(new Date()));
  };
  try {
    if (await hasUntold()) await inLease(await getDb(), "notices", LEASE_MS, Date.now(), work);
  } catch (error) {
    // Another server is making them.
    if (!isUpdating(error)) throw error;
  }
}

/** Makes the notices of new activity and the monthly summaries, and sends the notices that are due. */
export async function sendNotices(): Promise<void> {
  await makeAll();
  await makeSummaries(new Date());
  await deliverDue(targets);
}

/** In a process that keeps running, makes and sends notices after each write. A slow channel does not delay the bell. */
export function sendAfterWrites(): void {
  const deliver = whenAsked(0, () => deliverDue(targets));
  onWrite(
    whenAsked(PAUSE_MS, async () => {
      await makeAll();
      deliver();
    }),
  );
}

/** @returns a function that starts the work after a pause, or, if it is running, has it run once more */
function whenAsked(pauseMs: number, work: () => Promise<void>): () => void {
  let running: Promise<void> | undefined;
  let again = false;
  const run = async () => {
    do {
      again = false;
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
      await work().catch((error: unknown) => {
        if (!isOutage(error)) log.error({ err: error }, "Notices could not be sent.");
      });
    } while (again);
    running = undefined;
  };
  return () => {
    again = true;
    running ??= run();
  };
}
