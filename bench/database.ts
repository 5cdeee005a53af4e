import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { MongoClient, type Db } from "mongodb";
import { startEmbedded } from "embedded-mongodb";
import { runCommand } from "@/lib/cli/command";

const HELP = `npm run bench:db [-- --million] [--seconds N]
  Operations per second on the embedded database; with TEST_MONGODB_URI on that server too, as ratios.
  --million  inserts 1,000,000 small documents at the end, and prints memory use and file size
  --seconds  how long each figure is measured (default 2)`;

type Item = { _id: number; key: string; group: number; at: Date; cents: number };
type Measure = { name: string; run: (db: Db, turn: number) => Promise<unknown> };

const SMALL = 1_000;
const LARGE = 100_000;

function item(number: number): Item {
  return {
    _id: number,
    key: `key-${number}`,
    group: number % 100,
    at: new Date(1_700_000_000_000 + number * 1000),
    cents: number,
  };
}

/** Spreads the lookups over all documents, in the same order each time. */
function spread(turn: number, size: number): number {
  return (turn * 7919) % size;
}

const measures: Measure[] = [
  {
    name: "insert one",
    run: (db, turn) => db.collection("inserted").insertOne({ turn, text: "something to write down" }),
  },
  {
    name: "insert 100",
    run: (db, turn) =>
      db
        .collection("inserted")
        .insertMany(Array.from({ length: 100 }, (_, index) => ({ turn, index, text: "more" }))),
  },
  {
    name: "update one by _id",
    run: (db, turn) => items(db, "large").updateOne({ _id: spread(turn, LARGE) }, { $inc: { cents: 1 } }),
  },
  {
    name: "find by _id (100,000)",
    run: (db, turn) => items(db, "large").findOne({ _id: spread(turn, LARGE) }),
  },
  {
    name: "find by index (1,000)",
    run: (db, turn) => items(db, "small").findOne({ key: `key-${spread(turn, SMALL)}` }),
  },
  {
    name: "find by index (100,000)",
    run: (db, turn) => items(db, "large").findOne({ key: `key-${spread(turn, LARGE)}` }),
  },
  {
    name: "range, sort, limit 50",
    run: (db, turn) =>
      items(db, "large")
        .find({ group: turn % 100, at: { $gte: new Date(1_700_000_000_000) } })
        .sort({ at: -1 })
        .limit(50)
        .toArray(),
  },
  {
    name: "transaction of 3 documents",
    run: (db, turn) =>
      db.client.withSession((session) =>
        session.withTransaction(async () => {
          await items(db, "small").updateOne({ _id: turn % SMALL }, { $inc: { cents: -1 } }, { session });
          await items(db, "small").updateOne(
            { _id: (turn + 1) % SMALL },
            { $inc: { cents: 1 } },
            { session },
          );
          await db.collection("journal").insertOne({ turn }, { session });
        }),
      ),
  },
];

function items(db: Db, name: string) {
  return db.collection<Item>(name);
}

async function prepare(db: Db): Promise<void> {
  for (const [name, size] of [
    ["small", SMALL],
    ["large", LARGE],
  ] as const) {
    await items(db, name).createIndex({ key: 1 }, { unique: true });
    await items(db, name).createIndex({ group: 1, at: 1 });
    await fill(db, name, size);
  }
  await db.createCollection("journal");
  await db.createCollection("inserted");
}

async function fill(db: Db, name: string, size: number): Promise<void> {
  for (let start = 0; start < size; start += 5000) {
    await items(db, name).insertMany(
      Array.from({ length: Math.min(5000, size - start) }, (_, index) => item(start + index)),
    );
  }
}

/** Sequential operations per second. */
async function rate(db: Db, measure: Measure, seconds: number): Promise<number> {
  for (let turn = 0; turn < 20; turn += 1) await measure.run(db, turn);
  const started = performance.now();
  let turns = 0;
  while (performance.now() - started < seconds * 1000) {
    await measure.run(db, 20 + turns);
    turns += 1;
  }
  return (turns * 1000) / (performance.now() - started);
}

async function privateMemory(): Promise<string> {
  const { rss } = process.memoryUsage();
  const status = await readFile("/proc/self/status", "utf8").catch(() => "");
  const anonymous = /RssAnon:\s+(\d+) kB/.exec(status)?.[1];
  return `private memory ${anonymous ? (Number(anonymous) / 1024).toFixed(0) : "?"} MB, resident ${(rss / 2 ** 20).toFixed(0)} MB`;
}

void runCommand(async () => {
  const { values } = parseArgs({ options: { million: { type: "boolean" }, seconds: { type: "string" } } });
  const seconds = Number(values.seconds ?? 2);
  const dataDir = await mkdtemp(path.join(tmpdir(), "evenly-bench-"));
  const server = await startEmbedded({ dataDir });
  const client = new MongoClient(server.uri);
  const otherUri = process.env.TEST_MONGODB_URI;
  // For a fair comparison: the embedded database acknowledges after writing to disk, so the other server does too.
  const otherClient = otherUri ? new MongoClient(otherUri, { journal: true }) : null;
  const other = otherClient?.db(`bench_${process.pid}`) ?? null;
  try {
    const db = client.db("bench");
    await prepare(db);
    if (other) await prepare(other);
    for (const measure of measures) {
      const ours = await rate(db, measure, seconds);
      const theirs = other ? await rate(other, measure, seconds) : null;
      const beside =
        theirs === null
          ? ""
          : `   other server ${theirs.toFixed(0).padStart(7)}/s   ratio ${(ours / theirs).toFixed(2)}`;
      console.log(`${measure.name.padEnd(28)} ${ours.toFixed(0).padStart(7)}/s${beside}`);
    }
    const file = path.join(dataDir, "data.mdb");
    console.log(`${await privateMemory()}, data file ${((await stat(file)).size / 2 ** 20).toFixed(0)} MB`);
    if (values.million) {
      const started = performance.now();
      await items(db, "million").createIndex({ key: 1 });
      await fill(db, "million", 1_000_000);
      const took = (performance.now() - started) / 1000;
      console.log(`1,000,000 documents with 2 indexes inserted in ${took.toFixed(0)} s`);
      const million: Measure = {
        name: "find by index (1,000,000)",
        run: (_, turn) => items(db, "million").findOne({ key: `key-${spread(turn, 1_000_000)}` }),
      };
      const found = await rate(db, million, seconds);
      console.log(`${million.name.padEnd(28)} ${found.toFixed(0).padStart(7)}/s`);
      console.log(`${await privateMemory()}, data file ${((await stat(file)).size / 2 ** 20).toFixed(0)} MB`);
    }
  } finally {
    if (other) await other.dropDatabase();
    await Promise.all([client.close(), otherClient?.close()]);
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  return 0;
}, HELP);
