import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { MongoClient } from "mongodb";
import { startEmbedded } from "..";
import { runs } from "../testing/runs";
import { makeDataDir } from "../testing/test-server";

const ROUNDS = runs(8);
const root = path.resolve(__dirname, "../../../..");

let dataDir: string;
beforeAll(async () => {
  dataDir = await makeDataDir();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

type Acknowledged = Record<"plain" | "twenty" | "changed" | "deleted" | "transfer" | "tick", number[]>;

/** Runs the writer, kills it after a while, and returns what it had acknowledged until then. */
function runAndKill(round: number, delay: number): Promise<Acknowledged> {
  const writer = path.join(__dirname, "../testing/kill-writer.ts");
  const args = ["--conditions=react-server", "--import", "tsx", writer, dataDir, String(round)];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  let errors = "";
  let armed = false;
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    // On a slow machine, nothing may be acknowledged for a long time.
    if (armed || text.split("\n").length < 8) return;
    armed = true;
    setTimeout(() => child.kill("SIGKILL"), delay);
  });
  return new Promise((resolve, reject) => {
    child.on("close", (_code, signal) => {
      if (signal !== "SIGKILL") {
        reject(new Error(`the writer ended by itself: ${errors}`));
        return;
      }
      const found: Acknowledged = { plain: [], twenty: [], changed: [], deleted: [], transfer: [], tick: [] };
      // The kill may truncate the last line.
      for (const line of text.slice(0, text.lastIndexOf("\n")).split("\n")) {
        const [what = "", number] = line.split(" ");
        if (what in found) found[what as keyof Acknowledged].push(Number(number));
      }
      resolve(found);
    });
  });
}

test(
  `kill -9 in the middle of writes, ${ROUNDS} rounds: what was acknowledged is there, nothing is half there`,
  async () => {
    let ticks = 0;
    let total = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const known = await runAndKill(round, 20 + ((round * 137) % 600));
      ticks += known.tick.length;
      total += Object.values(known).reduce((sum, numbers) => sum + numbers.length, 0);
      const server = await startEmbedded({ dataDir });
      const client = new MongoClient(server.uri);
      try {
        await check(client, round, known, ticks);
      } finally {
        await client.close();
        await server.close();
      }
    }
    // Enough work was done for the test to be meaningful.
    expect(total).toBeGreaterThan(ROUNDS * 5);
  },
  60_000 + ROUNDS * 30_000,
);

async function check(client: MongoClient, round: number, known: Acknowledged, ticks: number): Promise<void> {
  const db = client.db("crash");
  const base = round * 1_000_000;
  const inRound = { number: { $gte: base, $lt: base + 1_000_000 } };
  const documents = await db.collection("plain").find(inRound).toArray();
  const numbers = new Set(documents.map(({ number }) => number as number));

  const expected = [
    ...known.plain,
    ...known.twenty.flatMap((first) => Array.from({ length: 20 }, (_, index) => first + index)),
  ];
  expect(expected.filter((number) => !numbers.has(number))).toEqual([]);
  expect(known.deleted.filter((number) => numbers.has(number))).toEqual([]);
  const deleted = new Set(known.deleted);
  for (const number of known.changed) {
    if (deleted.has(number)) continue;
    const doc = documents.find((each) => each.number === number);
    // The following delete may have been done without an acknowledgment.
    if (doc) expect([doc.open, doc.group, (doc.tags as string[]).at(-1)]).toEqual([false, -1, "late"]);
  }

  const journal = await db.collection("journal").find().toArray();
  const moved = journal.reduce((sum, { cents }) => sum + (cents as number), 0);
  const accounts = await db.collection<{ _id: string; cents: number }>("accounts").find().toArray();
  const balance = Object.fromEntries(accounts.map(({ _id, cents }) => [_id, cents]));
  expect([(balance.a ?? 0) + moved, balance.b]).toEqual([0, moved]);
  const written = new Set(journal.map(({ number }) => number as number));
  expect(known.transfer.filter((number) => !written.has(number))).toEqual([]);

  const tick = await db.collection<{ _id: string; n: number }>("ticks").findOne({ _id: "tick" });
  // At most one tick per round was done without an acknowledgment.
  expect(tick?.n ?? 0).toBeGreaterThanOrEqual(ticks);
  expect(tick?.n ?? 0).toBeLessThanOrEqual(ticks + round + 1);

  // Killed while it was built or dropped, or between: in any case, it can be used now.
  await db.collection("plain").createIndex({ number: 1, tags: 1 });
  const [tagged] = documents;
  if (tagged) {
    const query = { number: tagged.number as number, tags: (tagged.tags as string[])[0] };
    expect(await db.collection("plain").countDocuments(query)).toBe(1);
  }

  for (const name of ["plain", "journal", "accounts", "ticks"]) {
    const exists = await db.listCollections({ name }).hasNext();
    if (exists) expect(await db.command({ validate: name })).toMatchObject({ valid: true, errors: [] });
  }
}
