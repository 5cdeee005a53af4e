import { ObjectId } from "mongodb";
import { clearDatabase, useTestDatabase } from "@/testing/database";
import { getDb } from "./client";
import { collections } from "./collections";
import { ofNoGroup, withIdempotency } from "./idempotency";

useTestDatabase();
beforeEach(clearDatabase);

const key = { id: "user:PUT /api/things:key", digest: "digest", user: new ObjectId() };

/** Writes a group, which nothing but the key prevents from being written again. */
async function write(given: typeof key | undefined): Promise<ObjectId> {
  const groups = (await getDb()).collection("groups");
  const { _id } = await withIdempotency(given, ofNoGroup, async (session) => {
    const group = { _id: new ObjectId(), title: "Flat" };
    await groups.insertOne(group, { session });
    return group;
  });
  return _id;
}

const written = async () => (await collections()).groups.countDocuments();

test("without a key, each request writes", async () => {
  expect(await write(undefined)).not.toEqual(await write(undefined));
  expect(await written()).toBe(2);
});

test("with a key, requests one after another and at once write one document", async () => {
  const first = await write(key);
  const again = await Promise.all([1, 2, 3].map(() => write(key)));
  for (const _id of again) expect(_id).toEqual(first);
  const atOnce = await Promise.all([1, 2, 3, 4].map(() => write({ ...key, id: "other" })));
  expect(new Set(atOnce.map(String)).size).toBe(1);
  expect(await written()).toBe(2);
});

test("the same key with another body writes nothing", async () => {
  await write(key);
  await expect(write({ ...key, digest: "other" })).rejects.toMatchObject({ code: "conflict" });
  expect(await written()).toBe(1);
});

test("a failed write leaves no key", async () => {
  const fail = withIdempotency(key, ofNoGroup, () => Promise.reject(new Error("refused")));
  await expect(fail).rejects.toThrow("refused");
  expect(await (await collections()).idempotencyKeys.countDocuments()).toBe(0);
  await write(key);
  expect(await written()).toBe(1);
});
