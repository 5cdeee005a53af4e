import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ObjectId, type CommandStartedEvent, type CommandSucceededEvent, type Document } from "mongodb";
import { closeDb, getDb } from "@/lib/db/client";
import { prepareDatabase } from "@/lib/db/prepare";
import { repeatConflictsAtCommit } from "./conflict-at-commit";
import { aSubscription } from "./operations";

/** A shared server may be busy with another test file's large data when this file creates its database. */
const SHARED_SERVER_MS = 120_000;
const DROP_MS = 60_000;

if (process.env.TEST_MONGODB_URI) repeatConflictsAtCommit();

/**
 * Gives a test file its own database: an embedded one in a temporary folder, or, with TEST_MONGODB_URI, a fresh one
 * on that server, dropped at the end. Call it at the top of the file.
 */
export function useTestDatabase(): void {
  let folder: string | undefined;

  beforeAll(async () => {
    const server = process.env.TEST_MONGODB_URI;
    if (server) {
      process.env.MONGODB_URI = server;
      // Of the private key 1. The embedded database has generated ones.
      process.env.VAPID_PUBLIC_KEY = aSubscription("").keys.p256dh;
      process.env.VAPID_PRIVATE_KEY = "E".padStart(43, "A");
      process.env.MONGODB_DB = `test_${new ObjectId().toHexString()}`;
    } else {
      delete process.env.MONGODB_URI;
      folder = await mkdtemp(join(tmpdir(), "evenly-"));
      process.env.DATA_DIR = folder;
    }
    await prepareDatabase(await getDb());
  }, SHARED_SERVER_MS);

  afterAll(async () => {
    if (process.env.TEST_MONGODB_URI) await dropOrLeave();
    await closeDb();
    if (folder) await rm(folder, { recursive: true, force: true });
  }, SHARED_SERVER_MS);
}

// No other test file needs the database, so a slow drop does not fail the tests.
async function dropOrLeave(): Promise<void> {
  const dropped = (await getDb()).dropDatabase();
  await Promise.race([dropped, setTimeout(DROP_MS, null, { ref: false })]);
  dropped.catch(() => undefined);
}

/** Empties every collection and keeps the indexes. */
export async function clearDatabase(): Promise<void> {
  const db = await getDb();
  const names = await db.listCollections({}, { nameOnly: true }).toArray();
  await Promise.all(names.map(({ name }) => db.collection(name).deleteMany({})));
}

/** Records the commands that the driver sends while `work` runs, without session cleanup. */
async function recordCommands<T>(
  work: () => Promise<T>,
): Promise<{ result: T; sent: CommandStartedEvent[] }> {
  const { client } = await getDb();
  const sent: CommandStartedEvent[] = [];
  const note = (event: CommandStartedEvent) => {
    if (event.commandName !== "endSessions") sent.push(event);
  };
  client.on("commandStarted", note);
  try {
    return { result: await work(), sent };
  } finally {
    client.off("commandStarted", note);
  }
}

/**
 * The round trips to the database that follow one another in `work`: the fewest of three runs, because a new connection
 * can make one look like two.
 */
export async function countRounds(work: () => Promise<unknown>): Promise<number> {
  const { client } = await getDb();
  let fewest = Infinity;
  for (let run = 0; run < 3; run++) {
    let answered = 0;
    const rounds = new Map<number, number>();
    const sent = ({ requestId }: CommandStartedEvent) => rounds.set(requestId, answered + 1);
    const back = ({ requestId }: CommandSucceededEvent) =>
      (answered = Math.max(answered, rounds.get(requestId) ?? 0));
    client.on("commandStarted", sent).on("commandSucceeded", back);
    await work().finally(() => client.off("commandStarted", sent).off("commandSucceeded", back));
    fewest = Math.min(fewest, answered);
  }
  return fewest;
}

/** Counts the commands that the driver sends while `work` runs, for command budgets. */
export async function countCommands<T>(work: () => Promise<T>): Promise<{ result: T; commands: string[] }> {
  const { result, sent } = await recordCommands(work);
  return { result, commands: sent.map(({ commandName }) => commandName) };
}

/** The queries of a command; for a write, those that find its documents. */
function queriesOf({ commandName, command }: CommandStartedEvent): Document[] {
  if (commandName === "find" || commandName === "aggregate") return [command];
  if (commandName === "findAndModify") return [{ find: command.findAndModify, filter: command.query }];
  const writes = (command.deletes ?? command.updates ?? []) as { q: Document }[];
  return writes.map(({ q }) => ({ find: command[commandName] as string, filter: q }));
}

/** Counts the documents that the embedded database examines for the queries of `work`, joins included. */
export async function countExamined(work: () => Promise<unknown>): Promise<number> {
  const { sent } = await recordCommands(work);
  const db = await getDb();
  let examined = 0;
  for (const query of sent.flatMap(queriesOf)) {
    const response = await db.command({ explain: query, verbosity: "executionStats" });
    const cursor = (response.stages as Document[] | undefined)?.[0]?.$cursor as Document | undefined;
    const { totalDocsExamined } = (cursor ?? response).executionStats as { totalDocsExamined: number };
    examined += totalDocsExamined;
  }
  return examined;
}
