import { ObjectId } from "mongodb";
import { daysAgo } from "@/lib/core/text/dates";
import { getDb } from "@/lib/db/client";
import { useTestDatabase } from "@/testing/database";
import { dump } from "./world";

useTestDatabase();

test("a dump is the same before and after the database has purged what has expired", async () => {
  const db = await getDb();
  const _id = new ObjectId();
  await db.collection("links").insertOne({ hash: "current", expiresAt: daysAgo(-1) });
  await db.collection("groups").insertOne({ title: "Deleted just now", deletedAt: new Date() });
  await db.collection("links").insertOne({ _id, hash: "expired", expiresAt: daysAgo(0) });
  const before = await dump();
  expect([before.links, before.groups]).toEqual([
    [expect.objectContaining({ hash: "current" })],
    [expect.objectContaining({ title: "Deleted just now" })],
  ]);
  await db.collection("links").deleteOne({ _id });
  expect(await dump()).toEqual(before);
});
