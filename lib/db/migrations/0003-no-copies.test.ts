import { ObjectId } from "mongodb";
import { useTestDatabase } from "@/testing/database";
import { aGroup, aPerson } from "@/testing/people";
import { newActivityDoc } from "../activity";
import { getDb } from "../client";
import { collections } from "../collections";
import { prepareDatabase } from "../prepare";

useTestDatabase();

test("copies of changed documents are removed from activities, twice without harm", async () => {
  const db = await getDb();
  const ana = await aPerson("Ana");
  const groupId = await aGroup("Flat", [ana]);
  const { activities } = await collections();
  const plain = newActivityDoc({ kind: "expense-edited", actor: ana._id, groupId });
  const copies = { before: { _id: new ObjectId(), description: "Surprise" }, knownSince: new Date() };
  await activities.insertMany(
    Array.from({ length: 1_001 }, () => ({ ...plain, ...copies, _id: new ObjectId() })) as never,
  );
  for (const _attempt of [1, 2]) {
    await db.collection("prepared").deleteMany({});
    await prepareDatabase(db);
    const either = [{ before: { $exists: true } }, { knownSince: { $exists: true } }];
    expect(await db.collection("activities").countDocuments({ $or: either })).toBe(0);
    const { _id: _, ...fields } = plain;
    expect(await activities.countDocuments(fields)).toBe(1_001);
  }
});
