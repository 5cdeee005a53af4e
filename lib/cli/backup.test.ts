import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { MongoClient } from "mongodb";
import { startEmbedded, type EmbeddedServer } from "embedded-mongodb";

// The commands, beside a server that is writing.

const WRITERS = 8;

let folder: string;
let dataDir: string;
let server: EmbeddedServer;
let client: MongoClient;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "evenly-backup-"));
  dataDir = path.join(folder, "data");
  server = await startEmbedded({ dataDir });
  client = new MongoClient(server.uri);
});
afterEach(async () => {
  await client.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const pairs = () => client.db("evenly").collection<{ number: number; side: string }>("pairs");

function command(name: "backup" | "restore", file: string, folderOfData = dataDir) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["lib/cli/run.mjs", `lib/cli/${name}.ts`, file],
    { env: { ...process.env, DATA_DIR: folderOfData, MONGODB_URI: "" }, encoding: "utf8" },
  );
  return { status, said: stdout + stderr };
}

/** The documents of a data directory. */
async function contentOf(dir: string) {
  const other = await startEmbedded({ dataDir: dir });
  const otherClient = new MongoClient(other.uri);
  const found = await otherClient.db("evenly").collection("pairs").find().toArray();
  await otherClient.close();
  await other.close();
  return found;
}

/** Writes two documents in each transaction, until stopped. */
function writePairs() {
  let running = true;
  const loops = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let turn = 0; running; turn++) {
      const number = writer * 1_000_000 + turn;
      await client.withSession((session) =>
        session.withTransaction(async () => {
          await pairs().insertOne({ number, side: "left" }, { session });
          await pairs().insertOne({ number, side: "right" }, { session });
        }),
      );
    }
  });
  return async () => {
    running = false;
    await Promise.all(loops);
  };
}

test("a backup beside eight writers is of one moment, and its server is not the original's", async () => {
  await pairs().createIndex({ number: 1 });
  await pairs().insertOne({ number: -1, side: "before" });
  const file = path.join(folder, "backup.mdb");
  // The command runs in another process; this one goes on writing.
  const stop = writePairs();
  const child = spawn(process.execPath, ["lib/cli/run.mjs", "lib/cli/backup.ts", file], {
    env: { ...process.env, DATA_DIR: dataDir, MONGODB_URI: "" },
  });
  const status = await new Promise((resolve) => child.on("close", resolve));
  await stop();
  expect(status).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(["backup.mdb", "data"]);

  const restored = path.join(folder, "restored");
  expect(command("restore", file, restored)).toMatchObject({ status: 0 });
  const found = await contentOf(restored);
  expect(found.filter(({ side }) => side === "before")).toHaveLength(1);
  const sides = (side: string) =>
    found.filter((each) => each.side === side).map(({ number }) => number as number);
  expect(sides("left").sort()).toEqual(sides("right").sort());
  await pairs().insertOne({ number: -2, side: "later" });
  expect((await contentOf(restored)).some(({ side }) => side === "later")).toBe(false);
});

test("a file that exists, a folder with data, and a damaged backup are refused, and nothing changes", async () => {
  await pairs().insertOne({ number: 1, side: "left" });
  const file = path.join(folder, "backup.mdb");
  expect(command("backup", file)).toMatchObject({ status: 0 });
  expect(command("backup", file)).toEqual({
    status: 1,
    said: expect.stringContaining("exists already") as string,
  });
  expect(command("restore", file)).toEqual({
    status: 1,
    said: expect.stringContaining("has a database") as string,
  });

  const damaged = readFileSync(file);
  // The document, and older versions of its page.
  for (let at = damaged.indexOf("left"); at >= 0; at = damaged.indexOf("left", at + 1))
    damaged.write("lost", at);
  writeFileSync(file, damaged);
  const restored = path.join(folder, "restored");
  expect(command("restore", file, restored)).toEqual({
    status: 1,
    said: expect.stringContaining("damaged") as string,
  });
  expect(existsSync(path.join(restored, "data.mdb"))).toBe(false);
});
