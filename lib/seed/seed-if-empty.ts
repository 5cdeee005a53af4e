import "server-only";
import { collections } from "@/lib/db/collections";
import { writeScenario } from "./write-scenario";

/**
 * Gives an empty database the demo people and what they have been up to, so that the first look is never an
 * empty page. @returns whether it did; false where anybody is there already
 */
export async function seedIfEmpty(seed?: number): Promise<boolean> {
  const all = await collections();
  if (await all.users.findOne({}, { projection: { _id: 1 } })) return false;
  // What a first start that was cut short has left, if anything: it belongs to nobody.
  for (const collection of Object.values(all)) await collection.deleteMany({});
  await writeScenario(seed);
  return true;
}
