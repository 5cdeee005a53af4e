import "server-only";
import { getDb } from "@/lib/db/client";
import { collectionsOf } from "@/lib/db/collections";
import { inLease } from "@/lib/db/leases";
import { env } from "@/lib/env";
import { writeScenario } from "./write-scenario";

/** Another process takes over from one that was killed or stood still for this long. */
const LEASE_MS = 10_000;

/**
 * Seeds an empty database with demo data, so that the first screen is not empty. Waits for another process that does.
 * @returns whether it did; false if there are users, or any documents on a MongoDB server
 */
export async function seedIfEmpty(seed?: number): Promise<boolean> {
  const db = await getDb();
  const all = collectionsOf(db);
  const finished = () => all.users.findOne({ unfinished: { $exists: false } }, { projection: { _id: 1 } });
  if (await finished()) return false;
  return inLease(db, "seeding", LEASE_MS, Infinity, async () => {
    if (await finished()) return false;
    const { embedded } = env();
    for (const collection of Object.values(all)) {
      // Without finished users, these are leftovers of an interrupted first start; on a server, perhaps another
      // application's data.
      if (embedded) await collection.deleteMany({});
      else if ((await collection.countDocuments({}, { limit: 1 })) > 0) return false;
    }
    await writeScenario(seed);
    return true;
  });
}
