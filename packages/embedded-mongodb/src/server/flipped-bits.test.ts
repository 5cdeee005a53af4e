import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { MongoClient, type Db } from "mongodb";
import { cleanUp, newDir, open } from "../testing/processes";
import { runs } from "../testing/runs";

const FLIPS = runs(90);

afterAll(cleanUp);

type Expense = { _id: number; event: number; cents: number; note: string };

/** A data file with several levels of pages, values on pages of their own, and pages that are free again. */
async function makeFile(): Promise<Buffer> {
  const dataDir = await newDir();
  const server = await open(dataDir);
  const client = new MongoClient(server.uri);
  const expenses = client.db("t").collection<Expense>("expenses");
  await expenses.createIndex({ event: 1, cents: -1 });
  const make = (_id: number): Expense => ({ _id, event: _id % 30, cents: _id * 7, note: `Note ${_id}` });
  for (let turn = 0; turn < 4; turn += 1) {
    await expenses.insertMany(Array.from({ length: 200 }, (_, index) => make(turn * 1000 + index)));
    await expenses.updateMany({ event: turn }, { $inc: { cents: 1 } });
    await expenses.deleteMany({ event: turn + 15 });
    await expenses.insertOne({ ...make(10_000 + turn), note: "long ".repeat(1500) });
  }
  await client.db("t").collection<{ _id: string }>("people").insertOne({ _id: "Ana" });
  await client.close();
  await server.close();
  return readFileSync(path.join(dataDir, "data.mdb"));
}

/** Everything that a query can return: by a scan, by _id, and by the index. */
async function contentOf(db: Db): Promise<unknown> {
  const expenses = db.collection<Expense>("expenses");
  const all = await expenses.find().toArray();
  const byEvent = await expenses.find().sort({ event: 1, cents: -1 }).toArray();
  const byId = await expenses.find({ _id: { $in: all.map(({ _id }) => _id) } }).toArray();
  return [all, byEvent, byId, await db.collection("people").find().toArray()];
}

/** Opens a data file. Either something says that it is damaged, or its content is returned. */
async function readFile(dataDir: string): Promise<{ found: string } | { content: unknown }> {
  const server = await open(dataDir).catch((error: Error) => error);
  if (!("uri" in server)) return { found: `start: ${server.message}` };
  const client = new MongoClient(server.uri);
  const db = client.db("t");
  try {
    for (const name of ["expenses", "people"]) {
      const { errors } = await db.command({ validate: name, full: true });
      if ((errors as string[]).length > 0) return { found: `check: ${(errors as string[])[0]}` };
    }
    return { content: await contentOf(db) };
  } catch (error) {
    return { found: `read: ${(error as Error).message}` };
  } finally {
    await client.close();
    await server.close();
  }
}

/** Pseudorandom whole numbers, the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test(
  `of ${FLIPS} flipped bits in a data file, each is found or changes nothing`,
  async () => {
    const whole = await makeFile();
    const dataDir = await newDir();
    const file = path.join(dataDir, "data.mdb");
    writeFileSync(file, whole);
    const intact = await readFile(dataDir);
    expect(intact).toHaveProperty("content");
    const used = whole.findLastIndex((byte) => byte !== 0) + 1;
    expect(used).toBeGreaterThan(30 * 4096);
    const random = numbers(35);
    const altered: string[] = [];
    const found: string[] = [];
    for (let flip = 0; flip < FLIPS; flip += 1) {
      const [position, bit] = [random(used), random(8)];
      const bytes = Buffer.from(whole);
      bytes[position] = (bytes[position] ?? 0) ^ (1 << bit);
      rmSync(`${file}-lock`, { force: true });
      writeFileSync(file, bytes);
      const after = await readFile(dataDir);
      if ("found" in after) found.push(after.found);
      else if (JSON.stringify(after) !== JSON.stringify(intact)) altered.push(`byte ${position}, bit ${bit}`);
    }
    expect(found.filter((text) => !/^check: | is damaged\b/.test(text))).toEqual([]);
    expect(altered).toEqual([]);
    // The others are in gaps, and in pages that are free again.
    expect(found.length).toBeGreaterThan(FLIPS / 6);
  },
  60_000 + FLIPS * 5_000,
);
