import "server-only";
import { collections } from "@/lib/db/collections";
import { env } from "@/lib/server/env";
import { writeScenario } from "./write-scenario";

/**
 * Seeds an empty database with demo data, so that the first screen is not empty.
 * @returns whether it did; false if there are users, or any documents on a MongoDB server
 */
export async function seedIfEmpty(seed?: number): Promise<boolean> {
  const all = await collections();
  if (await all.users.findOne({ unfinished: { $exists: false } }, { projection: { _id: 1 } })) return false;
  const { embedded } = env();
  for (const collection of Object.values(all)) {
    // Without finished users, these are leftovers of an interrupted first start; on a server, perhaps another
    // application's data.
    if (embedded) await collection.deleteMany({});
    else if ((await collection.countDocuments({}, { limit: 1 })) > 0) return false;
  }
  await writeScenario(seed);
  return true;
}
