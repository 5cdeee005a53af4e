import { useTestDatabase } from "@/testing/database";
import { getDb } from "../client";
import { collections } from "../collections";
import { prepareDatabase } from "../prepare";
import { findOrCreateUser } from "../people";

useTestDatabase();

test("data of version 1.0.0 gets room for people without an address, twice without harm", async () => {
  const db = await getDb();
  const { users } = await collections();
  await users.dropIndex("one_account_per_address");
  await users.createIndex({ email: 1 }, { unique: true });
  await db.collection("prepared").deleteMany({});
  await prepareDatabase(db);
  const guest = { name: "Nina", image: null, emailVerified: null };
  await users.insertMany([{ ...guest }, { ...guest }] as never);
  await findOrCreateUser({ email: "ana@example.test", name: "Ana", image: null });
  await expect(users.insertOne({ ...guest, email: "ana@example.test" } as never)).rejects.toMatchObject({
    code: 11_000,
  });
  await db.collection("prepared").deleteMany({});
  await prepareDatabase(db);
  expect(await users.countDocuments({ name: "Nina" })).toBe(2);
});
