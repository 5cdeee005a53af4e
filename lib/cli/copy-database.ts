import { createHash } from "node:crypto";
import { ObjectId, type Db, type Document } from "mongodb";
import { PREPARED, requireKnownData } from "@/lib/db/prepare";
import type { Progress } from "@/lib/db/verify/violation";

const BATCH = 1000;

// Numbers, dates, and patterns keep their BSON types.
const EXACT = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;

type CopiedCollection = { name: string; documents: number; checksum: string };

/**
 * Copies all collections of a database with their indexes, then compares counts and checksums.
 * @param replace allows a target with documents, which are deleted first
 * @throws Error with one sentence if the source is empty, if the target is not, if both are the same, or if they differ
 * after the copy
 */
export async function copyDatabase(
  source: Db,
  target: Db,
  options: { replace?: boolean; progress?: Progress } = {},
): Promise<CopiedCollection[]> {
  await requireKnownData(source);
  const names = await collectionNames(source);
  // A typo in a name or path must not empty the target.
  if ((await findFilled(source, names)) === undefined) {
    throw new Error(`The source database ${source.databaseName} is empty. Nothing was copied.`);
  }
  if (options.replace) await requireAnother(source, target);
  await clearTarget(target, names, options.replace ?? false);
  const data = names.filter((name) => name !== PREPARED);
  for (const name of data) await copyCollection(source, target, name, options.progress);
  const copied: CopiedCollection[] = [];
  for (const name of data) copied.push(await compare(source, target, name, options.progress));
  // After it: it is faster, and with them the target could delete expired documents before they are compared.
  for (const name of data) {
    options.progress?.(`Building the indexes of ${name}`);
    await copyIndexes(source, target, name);
  }
  // Last: it says that there are indexes.
  if (!names.includes(PREPARED)) return copied;
  await copyCollection(source, target, PREPARED, options.progress);
  return [...copied, await compare(source, target, PREPARED, options.progress)];
}

/** @throws Error if the documents are not the same in both databases */
async function compare(source: Db, target: Db, name: string, progress?: Progress): Promise<CopiedCollection> {
  progress?.(`Comparing ${name}`);
  const [theirs, ours] = await Promise.all([summary(source, name), summary(target, name)]);
  if (theirs.checksum === ours.checksum && theirs.documents === ours.documents) return ours;
  throw new Error(
    `The collection ${name} differs after the copy (${theirs.documents} documents there, ${ours.documents} here): ` +
      `stop the application while copying, and start again with --replace.`,
  );
}

async function collectionNames(db: Db): Promise<string[]> {
  const all = await db.listCollections({ type: "collection" }, { nameOnly: true }).toArray();
  return all
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("system."))
    .sort();
}

/** A collection that has data, if any. The record of the version is none. */
async function findFilled(db: Db, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    if (name !== PREPARED && (await db.collection(name).findOne({}, { projection: { _id: 1 } }))) return name;
  }
  return undefined;
}

/**
 * Refuses a target that is the source, whatever its address: clearing it would delete what is to be copied. Without
 * --replace, it is refused because it is not empty.
 */
async function requireAnother(source: Db, target: Db): Promise<void> {
  const _id = new ObjectId();
  const name = `copy-${_id.toHexString()}`;
  await target.collection(name).insertOne({ _id });
  try {
    // A secondary could be late.
    if (!(await source.collection(name).findOne({ _id }, { readPreference: "primary" }))) return;
  } finally {
    await target.collection(name).drop();
  }
  throw new Error(
    `The source and the target are the same database, ${source.databaseName}. Nothing was copied.`,
  );
}

async function clearTarget(target: Db, wanted: string[], replace: boolean): Promise<void> {
  const present = await collectionNames(target);
  const filled = replace ? undefined : await findFilled(target, present);
  if (filled !== undefined) {
    throw new Error(
      `The target database ${target.databaseName} is not empty (there are documents in ${filled}): ` +
        `choose another one, or add --replace to delete what is there.`,
    );
  }
  // Empty collections too: the source's indexes replace theirs, and the next start checks them again.
  for (const name of present) {
    if (replace || name === PREPARED || wanted.includes(name)) await target.collection(name).drop();
  }
}

async function copyCollection(source: Db, target: Db, name: string, progress?: Progress): Promise<void> {
  const total = await source.collection(name).estimatedDocumentCount();
  const to = await target.createCollection(name);
  let done = 0;
  let batch: Document[] = [];
  const flush = async () => {
    if (batch.length > 0) await to.insertMany(batch, { ordered: false });
    done += batch.length;
    batch = [];
    progress?.(`Copying ${name}`, done, total);
  };
  for await (const doc of source.collection(name).find({}, { ...EXACT, batchSize: BATCH })) {
    batch.push(doc);
    if (batch.length === BATCH) await flush();
  }
  await flush();
}

async function copyIndexes(source: Db, target: Db, name: string): Promise<void> {
  const indexes = (await source.collection(name).indexes()).filter((index) => index.name !== "_id_");
  if (indexes.length > 0) await target.collection(name).createIndexes(indexes);
}

/** The number of documents, and a checksum of their bytes that does not depend on their order. */
async function summary(db: Db, name: string): Promise<CopiedCollection> {
  let documents = 0;
  let sum = 0n;
  for await (const raw of db.collection(name).find({}, { raw: true, batchSize: BATCH })) {
    const digest = createHash("sha256")
      .update(raw as unknown as Uint8Array)
      .digest();
    sum = BigInt.asUintN(128, sum + digest.readBigUInt64BE(0) * (1n << 64n) + digest.readBigUInt64BE(8));
    documents += 1;
  }
  return { name, documents, checksum: sum.toString(16).padStart(32, "0") };
}
