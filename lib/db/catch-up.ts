import "server-only";
import { closeDb, getDb } from "./client";
import { catchUp, NewerData } from "./prepare";
import { isOutage } from "./server-errors";

const INTERVAL_MS = 60_000;
/** The first time, expenses of this last period are checked. */
const FIRST_MS = 24 * 60 * 60 * 1000;
/** Ids are made by the clocks of several servers. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;

/**
 * Builds the indexes that the boot did not wait for. During a rolling upgrade, servers of two versions write the same
 * database. Each minute, this server brings the data of older versions up to date. When a newer version has taken over,
 * it closes the database: the next requests are refused.
 */
export function catchUpRegularly(): void {
  let since = new Date(Date.now() - FIRST_MS);
  const turn = async () => {
    const started = Date.now();
    try {
      await catchUp(await getDb(), since);
      since = new Date(started - CLOCK_SKEW_MS);
    } catch (error) {
      if (error instanceof NewerData) {
        console.error(error.message);
        await closeDb();
      } else if (!isOutage(error)) console.error("The database could not be brought up to date.", error);
    }
    setTimeout(() => void turn(), INTERVAL_MS).unref();
  };
  void turn();
}
