import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { open } from "lmdb";
import { closeDb, getDb } from "../client";
import { DAMAGED } from "../server-errors";
import { verifyDatabase } from ".";
import { checkStorage } from "./storage";
import type { Violation } from "./violation";

// The embedded database in a folder of its own, whose file is changed while it is closed.

const before = { ...process.env };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "evenly-verify-"));
  process.env = { ...before, DATA_DIR: folder, MONGODB_URI: "" };
  const db = await getDb();
  await db.collection("groups").createIndex({ members: 1 });
  await db.collection("groups").insertOne({ title: "Flat", members: ["Ana", "Ben"] });
});
afterEach(async () => {
  await closeDb();
  process.env = before;
  await rm(folder, { recursive: true, force: true });
});

const [DOCUMENT, INDEX] = [2, 4];

/** Changes the first entry of a kind, behind the back of the database. */
async function change(kind: number, to: (value: Buffer) => Buffer | null): Promise<void> {
  await closeDb();
  const file = open<Buffer, Buffer>({
    path: path.join(folder, "data.mdb"),
    encoding: "binary",
    keyEncoding: "binary",
  });
  const [entry] = file.getRange({ start: Buffer.from([kind]), end: Buffer.from([kind + 1]) });
  const value = to(entry!.value);
  await (value ? file.put(entry!.key, value) : file.remove(entry!.key));
  await file.close();
}

async function violations() {
  const found: Violation[] = [];
  await checkStorage(await getDb(), (violation) => void found.push(violation));
  return found;
}

test("a sound data file has no violations", async () => {
  expect(await violations()).toEqual([]);
});

test("an index without an entry of its collection's documents", async () => {
  await change(INDEX, () => null);
  expect(await violations()).toContainEqual({
    subject: "data file",
    problem: "evenly.groups: index _id_ has 0 entries, which are not the 1 that the documents give",
  });
});

const flipBit = (value: Buffer) => {
  const changed = Buffer.from(value);
  changed[changed.indexOf("Flat")] = 0x46 ^ 1;
  return changed;
};
const damage = {
  subject: "data file",
  problem: expect.stringMatching(/^Record 1 of collection evenly\.groups \(_id .*\) is damaged\./),
};

test("a document that was changed in the file", async () => {
  await change(DOCUMENT, flipBit);
  expect(await violations()).toEqual([damage]);
});

test("the check of the ledger, which runs at once, ends at a damaged document, but the damage is reported", async () => {
  const db = await getDb();
  // So that the file is checked for longer than the groups are read.
  for (const index of Array(20).keys()) await db.createCollection(`before-${index}`);
  await change(DOCUMENT, flipBit);
  const report = jest.fn();
  await expect(verifyDatabase(report)).rejects.toThrow("is damaged");
  expect(report).toHaveBeenCalledWith(damage);
});

// LMDB may end the process at a damaged page.
test("the ledger is read once the pages of the file are known to be sound, or all damage is reported", async () => {
  const damaged = Object.assign(new Error("The data file is damaged."), { code: DAMAGED });
  jest.spyOn(await getDb(), "command").mockRejectedValueOnce(damaged);
  const order: string[] = [];
  await verifyDatabase(
    ({ problem }) => void order.push(problem),
    (step) => void order.push(step),
  );
  expect(order.slice(0, 3)).toEqual([
    "Checking the data file",
    "The data file is damaged.",
    "Checking people and groups",
  ]);
});
