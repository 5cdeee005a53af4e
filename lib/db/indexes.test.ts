import { countCommands, useTestDatabase } from "@/lib/testing/database";
import { getDb } from "./client";
import { ensureIndexes, INDEX_STATE, INDEXES } from "./indexes";

useTestDatabase();

const indexNames = async () => {
  const db = await getDb();
  const collections = [...new Set(INDEXES.map(([collection]) => collection))];
  const all = await Promise.all(collections.map((name) => db.collection(name).indexes()));
  return all.flat().length;
};

it("takes one command where the indexes have been made before", async () => {
  const db = await getDb();
  const { commands } = await countCommands(() => ensureIndexes(db));
  expect(commands).toEqual(["find"]);
});

it("makes what is missing when the list has changed, or nobody knows", async () => {
  const db = await getDb();
  const before = await indexNames();
  await db.collection("users").dropIndex("email_1");
  await db
    .collection<{ _id: string }>(INDEX_STATE)
    .updateOne({ _id: "made" }, { $set: { digest: "of a version before" } });
  await ensureIndexes(db);
  expect(await indexNames()).toBe(before);
  await db.collection("users").dropIndex("email_1");
  await db.collection(INDEX_STATE).deleteMany({});
  await ensureIndexes(db);
  expect(await indexNames()).toBe(before);
});
