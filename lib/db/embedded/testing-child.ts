import { MongoClient } from "mongodb";
import { startEmbedded } from ".";

/**
 * A process of its own for tests. Arguments: what to do, data directory.
 *
 * - `hold`: inserts one document, prints `ready`, and serves until it is killed
 * - `fill`: inserts until a write fails; prints how many were acknowledged, what the failure said, how many
 *   documents it still reads, and what one more insert says
 * - `open`: opens the directory and prints `opened`, or the message of the failure
 */
async function main(): Promise<void> {
  const [mode = "", dataDir = ""] = process.argv.slice(2);
  if (mode === "open") {
    const outcome = await startEmbedded({ dataDir }).then(
      (server) => server.close().then(() => "opened"),
      (error: unknown) => (error as Error).message,
    );
    process.stdout.write(`${outcome}\n`);
    return;
  }
  const server = await startEmbedded({ dataDir });
  const client = new MongoClient(server.uri);
  const items = client.db("t").collection<{ _id: number; pad?: string }>("items");
  if (mode === "hold") {
    await items.insertOne({ _id: 0 });
    process.stdout.write("ready\n");
    setInterval(() => undefined, 60_000);
    return;
  }
  await items.createIndex({ pad: 1 });
  let acknowledged = 0;
  let failure = "";
  while (failure === "") {
    await items.insertOne({ _id: acknowledged, pad: "x".repeat(5000) }).then(
      () => (acknowledged += 1),
      (error: unknown) => (failure = (error as Error).message),
    );
  }
  const again = await items.insertOne({ _id: -1, pad: "x".repeat(5000) }).then(
    () => "inserted",
    (error: unknown) => (error as Error).message,
  );
  const read = (await items.find().toArray()).length;
  process.stdout.write(`${JSON.stringify({ acknowledged, failure, read, again })}\n`);
  await client.close();
  await server.close();
}

void main();
