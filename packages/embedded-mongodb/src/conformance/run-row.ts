import { Long } from "bson";
import { MongoServerError, type ClientSession, type Db, type Document } from "mongodb";
import { normalize, normalizeError, normalizeReply, sorted } from "./normalize";
import type { Row, Step } from "./table";
import type { Target } from "./targets";

// The driver does not convert values, so that ints and doubles stay distinct.
const raw = { promoteValues: false, promoteLongs: false, bsonRegExp: true } as const;

// The current contents of a database's collections, while only reads have followed.
const prepared = new WeakMap<Db, Document[]>();
const reads = new Set(["find", "aggregate", "count", "distinct", "listIndexes"]);

/** Runs a row on a server. Returns a normalized answer for each step. */
export async function runRow(target: Target, row: Row): Promise<unknown[]> {
  const { db } = target;
  const documents = Object.keys(row.given).join() === "c" && !row.indexes ? row.given.c : undefined;
  // Read-only rows share their documents with the previous row.
  if (!documents || prepared.get(db) !== documents) await prepare(db, row);
  const onlyReads = row.steps.every((step) => reads.has(Object.keys(step)[0] ?? ""));
  if (documents && onlyReads) prepared.set(db, documents);
  else prepared.delete(db);
  const answers = await runSteps(target, row.steps, "c", row.relaxed);
  return row.unordered ? answers.map(unorder) : answers;
}

/** Runs steps in an existing collection, which commands call "c". */
export async function runSteps(
  target: Target,
  steps: Step[],
  collection: string,
  relaxed = false,
): Promise<unknown[]> {
  const sessions = new Map<string, ClientSession>();
  const answers: unknown[] = [];
  try {
    for (const step of steps)
      answers.push(await runStep(target, sessions, renamed(step, collection), relaxed));
  } finally {
    for (const session of sessions.values()) await session.endSession();
  }
  return answers;
}

function renamed(step: Step, collection: string): Step {
  if ("in" in step) return { ...step, run: renamed(step.run as Document, collection) as Document };
  const [name] = Object.entries(step)[0] ?? [""];
  return (step as Document)[name] === "c" ? { ...step, [name]: collection } : step;
}

async function prepare(db: Db, row: Row): Promise<void> {
  const names = new Set(["c", ...Object.keys(row.given)]);
  for (const name of names) await ignoreMissing(db.command({ drop: name }));
  if (row.indexes) {
    const indexes = row.indexes.map((index) => ({
      name: Object.keys(index.key as Document).join("_"),
      ...index,
    }));
    await db.command({ createIndexes: "c", indexes });
  }
  for (const [name, documents] of Object.entries(row.given)) {
    if (documents.length > 0) await db.command({ insert: name, documents });
  }
}

async function ignoreMissing(drop: Promise<unknown>): Promise<void> {
  try {
    await drop;
  } catch (error) {
    if (!(error instanceof MongoServerError && Number(error.code) === 26)) throw error;
  }
}

async function runStep(
  { client, db }: Target,
  sessions: Map<string, ClientSession>,
  step: Step,
  relaxed: boolean,
): Promise<unknown> {
  try {
    if ("begin" in step) {
      const session = sessions.get(String(step.begin)) ?? client.startSession();
      sessions.set(String(step.begin), session);
      session.startTransaction();
      return "begun";
    }
    if ("in" in step)
      return await runCommand(db, step.run as Document, sessions.get(String(step.in)), relaxed);
    if ("commit" in step) {
      await sessions.get(String(step.commit))?.commitTransaction();
      return "committed";
    }
    if ("abort" in step) {
      await sessions.get(String(step.abort))?.abortTransaction();
      return "aborted";
    }
    return await runCommand(db, step, undefined, relaxed);
  } catch (error) {
    return normalizeError(error);
  }
}

/** Runs a command. Reads a cursor to its end, and keeps the batch sizes with its documents. */
async function runCommand(
  db: Db,
  command: Document,
  session: ClientSession | undefined,
  relaxed: boolean,
): Promise<unknown> {
  const answer = await db.command(command, { ...raw, ...(session ? { session } : {}) });
  const cursor = answer.cursor as { id: Long; firstBatch: Document[] } | undefined;
  if (!cursor) return normalizeReply(answer);
  const batches: Document[][] = [cursor.firstBatch];
  let id = Long.fromValue(cursor.id);
  while (!id.isZero()) {
    const collection = String(command.find ?? command.aggregate ?? command.listIndexes);
    const batchSize = (command.batchSize ?? (command.cursor as Document | undefined)?.batchSize) as
      | number
      | undefined;
    const more = await db.command(
      { getMore: id, collection, ...(batchSize ? { batchSize } : {}) },
      { ...raw, ...(session ? { session } : {}) },
    );
    const next = more.cursor as { id: Long; nextBatch: Document[] };
    batches.push(next.nextBatch);
    id = Long.fromValue(next.id);
  }
  const docs = batches.flat().map((doc) => normalize(doc, relaxed));
  return batches.length === 1 ? docs : { batches: batches.map((batch) => batch.length), docs };
}

function unorder(answer: unknown): unknown {
  if (Array.isArray(answer)) return sorted(answer);
  const values = (answer as { values?: unknown } | null)?.values;
  return Array.isArray(values) ? { ...(answer as object), values: sorted(values) } : answer;
}
