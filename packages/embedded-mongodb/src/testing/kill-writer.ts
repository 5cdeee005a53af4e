import { MongoClient } from "mongodb";
import { startEmbedded } from "..";

/**
 * The process that the crash test kills: it writes without pause and prints what was acknowledged, a line
 * each, at the moment of the acknowledgement. Arguments: data directory, number of the round.
 *
 * `plain` and `twin` documents carry their number; a transfer moves an amount between two accounts and adds
 * an entry to the journal, in one transaction; `ticks` is a counter. An index is built and dropped again and again.
 */
async function main(): Promise<void> {
  const [dataDir = "", round = "0"] = process.argv.slice(2);
  // Short steps, so that most kills meet an unfinished build or purge.
  const server = await startEmbedded({ dataDir, stepMs: 1 });
  const client = new MongoClient(server.uri, { maxPoolSize: 20 });
  const db = client.db("crash");
  await Promise.all([
    db.collection("plain").createIndex({ group: 1, at: -1 }),
    db.collection("plain").createIndex({ code: 1 }, { unique: true }),
    db.collection("plain").createIndex({ tags: 1 }),
    db.collection("plain").createIndex({ open: 1 }, { partialFilterExpression: { open: true } }),
    db.collection("journal").createIndex({ from: 1 }),
  ]);
  for (const name of ["a", "b"]) {
    await db
      .collection<{ _id: string; cents: number }>("accounts")
      .updateOne({ _id: name }, { $setOnInsert: { cents: 0 } }, { upsert: true });
  }
  print("ready", 0);
  const base = Number(round) * 1_000_000;
  await Promise.all([
    forever(async (turn) => {
      const number = base + turn;
      await db.collection("plain").insertOne({ ...plain(number), kind: "one" });
      print("plain", number);
    }),
    forever(async (turn) => {
      const first = base + 200_000 + turn * 20;
      const many = Array.from({ length: 20 }, (_, index) => plain(first + index));
      await db.collection("plain").insertMany(many);
      print("twenty", first);
    }),
    forever(async (turn) => {
      const number = base + 600_000 + turn;
      await db.collection("plain").insertOne(plain(number));
      await db
        .collection("plain")
        .updateOne(
          { code: `c${number}` },
          { $set: { open: false, group: -1 }, $push: { tags: "late" } as never },
        );
      print("changed", number);
      await db.collection("plain").deleteOne({ code: `c${number}` });
      print("deleted", number);
    }),
    forever(async (turn) => {
      const number = base + turn;
      await client.withSession((session) =>
        session.withTransaction(async () => {
          await db
            .collection<{ _id: string }>("accounts")
            .updateOne({ _id: "a" }, { $inc: { cents: -turn } }, { session });
          await db
            .collection<{ _id: string }>("accounts")
            .updateOne({ _id: "b" }, { $inc: { cents: turn } }, { session });
          await db.collection("journal").insertOne({ number, from: "a", cents: turn }, { session });
        }),
      );
      print("transfer", number);
    }),
    forever(async () => {
      await db.collection("plain").createIndex({ number: 1, tags: 1 });
      print("built", base);
      await db.collection("plain").dropIndex("number_1_tags_1");
    }),
    forever(async () => {
      await db
        .collection<{ _id: string }>("ticks")
        .updateOne({ _id: "tick" }, { $inc: { n: 1 } }, { upsert: true });
      print("tick", 1);
    }),
  ]);
}

function plain(number: number) {
  return {
    number,
    code: `c${number}`,
    group: number % 7,
    at: new Date(number),
    tags: [`t${number % 3}`, `t${number % 5}`],
    open: number % 2 === 0,
  };
}

async function forever(step: (turn: number) => Promise<void>): Promise<void> {
  for (let turn = 0; ; turn += 1) await step(turn);
}

function print(what: string, number: number): void {
  process.stdout.write(`${what} ${number}\n`);
}

void main();
