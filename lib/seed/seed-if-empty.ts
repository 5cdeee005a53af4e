import "server-only";
import { collections } from "@/lib/db/collections";
import { writeScenario } from "./write-scenario";

/**
 * Seeds an empty database with demo data, so that the first screen is not empty.
 * @returns whether it did; false if there are users
 */
export async function seedIfEmpty(seed?: number): Promise<boolean> {
  const all = await collections();
  if (await all.users.findOne({}, { projection: { _id: 1 } })) return false;
  // Leftovers of an interrupted first start, which belong to nobody.
  for (const collection of Object.values(all)) await collection.deleteMany({});
  await writeScenario(seed);
  return true;
}
