import { MongoClient } from "mongodb";
import { startEmbedded } from "..";

/**
 * A process of its own for tests. Arguments: what to do, data directory.
 *
 * - `hold`: inserts one document, prints `ready`, and serves until it is killed
 * - `fill`: inserts until a write fails; prints how many were acknowledged, what the failure said, how many
 *   documents it still reads, and what one more insert and a ping say
 * - `distinct`: prints the distinct values of `kind`
 * - `open`: opens the directory and prints `opened`, or the message of the failure
 * - `open-as-nobody`: the same, without root's rights
 */
async function main(): Promise<void> {
  const [mode = "", dataDir = ""] = process.argv.slice(2);
  if (mode.startsWith("open")) {
    if (mode === "open-as-nobody") {
      process.setgid?.(65534);
      process.setuid?.(65534);
    }
    const outcome = await startEmbedded({ dataDir }).then(
      (server) => server.close().then(() => "opened"),
      (error: unknown) => (error as Error).message,
    );
    process.stdout.write(`${outcome}\n`);
    return;
  }
  const server = await startEmbedded({ dataDir });
  const client = new MongoClient(server.uri);
  const db = client.db("t");
  const items = db.collection<{ _id: number; pad?: string }>("items");
  if (mode === "hold") {
    await items.insertOne({ _id: 0 });
    process.stdout.write("ready\n");
    setInterval(() => undefined, 60_000);
    return;
  }
  if (mode === "distinct") {
    process.stdout.write(JSON.stringify(await db.collection("items").distinct("kind")));
    await client.close();
    await server.close();
    return;
  }
  await items.createIndex({ pad: 1 });
  const pad = "x".repeat(5000);
  let acknowledged = 0;
  let failure = "";
  while (failure === "") {
    failure = await outcomeOf(items.insertOne({ _id: acknowledged, pad }));
    if (failure === "") acknowledged += 1;
  }
  const again = await outcomeOf(items.insertOne({ _id: -1, pad }));
  const ping = await outcomeOf(db.command({ ping: 1 }));
  const read = (await items.find().toArray()).length;
  process.stdout.write(`${JSON.stringify({ acknowledged, failure, again, ping, read })}\n`);
  await client.close();
  await server.close();
}

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "",
    (error: unknown) => (error as Error).message,
  );

void main();
