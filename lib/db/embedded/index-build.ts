import type { CollectionInfo, IndexInfo } from "./catalog";
import { writeStatement, type Context } from "./context";
import { allStored, type Target } from "./documents";
import { serverError } from "./errors";
import { sameIndex, type IndexSpec } from "./index-spec";
import type { Writer } from "./kv";
import { encode, type Doc } from "./query";

// So many documents are indexed in one commit: keeps the memory and the pause of a large build small.
const CHUNK = 2000;

/**
 * Creates the indexes that do not exist yet, all or none. In a large collection they are filled commit by
 * commit: from the first on every write keeps them up, and look-ups use them after the last.
 * @throws ServerError IndexOptionsConflict, IndexKeySpecsConflict, DuplicateKey
 */
export async function buildIndexes(context: Context, namespace: string, wanted: IndexSpec[]): Promise<Doc> {
  const { engine } = context;
  const inTransaction = context.transaction !== null;
  if (inTransaction && engine.catalog.get(engine.storage.current, namespace)) {
    throw serverError(
      "OperationNotSupportedInTransaction",
      "Cannot create new indexes on existing collection in a multi-document transaction.",
    );
  }
  const begun = await writeStatement(context, namespace, (writer, found, create) => {
    const target = found ?? create();
    if (!inTransaction) engine.transactions.blockOn(target.info.id);
    const before = target.info.indexes.length;
    const missing = wanted.filter((spec) => !existing(target.info, spec));
    const building: IndexInfo[] = missing.map((spec) => ({
      ...spec,
      id: engine.catalog.newId(),
      building: true,
    }));
    const reply: Doc = {
      numIndexesBefore: before,
      numIndexesAfter: before + missing.length,
      createdCollectionAutomatically: found === null,
      ...(missing.length === 0 ? { note: "all indexes already exist" } : {}),
    };
    if (building.length === 0) return { reply, building, done: true };
    target.info = { ...target.info, indexes: [...target.info.indexes, ...building] };
    const last = fill(context, writer, target, building, 0);
    if (last === null) finish(context, writer, target, building);
    else engine.catalog.put(writer, target.info);
    return { reply, building, done: last === null, last };
  });
  if (begun.done) return begun.reply;
  try {
    await fillRest(context, namespace, begun.building, begun.last ?? 0);
  } catch (error) {
    await abandon(context, namespace, begun.building);
    throw error;
  }
  return begun.reply;
}

async function fillRest(
  context: Context,
  namespace: string,
  building: IndexInfo[],
  from: number,
): Promise<void> {
  let last: number | null = from;
  while (last !== null) {
    const after: number = last;
    last = await writeStatement(context, namespace, (writer, target) => {
      const present =
        target?.info.indexes.filter((index) => building.some(({ id }) => id === index.id)) ?? [];
      if (!target || present.length !== building.length) {
        throw serverError("IndexNotFound", "The index was dropped while it was being built.");
      }
      const next = fill(context, writer, target, present, after);
      if (next === null) finish(context, writer, target, present);
      return next;
    });
  }
}

/** Indexes the documents after a record; gives the last record, null where these were all. */
function fill(
  context: Context,
  writer: Writer,
  target: Target,
  building: IndexInfo[],
  after: number,
): number | null {
  let count = 0;
  let last = after;
  for (const stored of allStored(writer, target.info, { after })) {
    if (count === CHUNK) return last;
    for (const { id } of building) {
      const index = target.info.indexes.find((known) => known.id === id);
      if (index) context.engine.documents.addToIndex(writer, target, index, stored);
    }
    last = stored.record;
    count += 1;
  }
  return null;
}

function finish(context: Context, writer: Writer, target: Target, building: IndexInfo[]): void {
  const indexes = target.info.indexes.map((index) => {
    if (!building.some(({ id }) => id === index.id)) return index;
    const { building: _, ...ready } = index;
    return ready;
  });
  target.info = { ...target.info, indexes };
  context.engine.catalog.put(writer, target.info);
}

async function abandon(context: Context, namespace: string, building: IndexInfo[]): Promise<void> {
  await writeStatement(context, namespace, (writer, target) => {
    if (target)
      dropUnfinished(context.engine, writer, target.info, (index) =>
        building.some(({ id }) => id === index.id),
      );
  });
}

/** Takes indexes that were never finished out of the catalog. */
export function dropUnfinished(
  engine: Context["engine"],
  writer: Writer,
  info: CollectionInfo,
  isDoomed: (index: IndexInfo) => boolean = (index) => index.building === true,
): void {
  const doomed = info.indexes.filter(isDoomed);
  if (doomed.length === 0) return;
  for (const index of doomed) engine.catalog.dropIndexEntries(writer, index);
  engine.catalog.put(writer, { ...info, indexes: info.indexes.filter((index) => !doomed.includes(index)) });
}

function existing(info: CollectionInfo, spec: IndexSpec): boolean {
  const byName = info.indexes.find((index) => index.name === spec.name);
  const byKey = info.indexes.find((index) => sameIndex(index.key, spec.key) && samePartial(index, spec));
  if (byName && byName === byKey) {
    if (sameOptions(byName, spec)) return true;
    throw serverError(
      "IndexKeySpecsConflict",
      `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${describe(spec)}, existing index: ${describe(byName)}`,
    );
  }
  if (byName) {
    throw serverError(
      "IndexKeySpecsConflict",
      `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${describe(spec)}, existing index: ${describe(byName)}`,
    );
  }
  if (byKey?.name === "_id_") return true;
  if (byKey && sameOptions(byKey, spec)) {
    throw serverError("IndexOptionsConflict", `Index already exists with a different name: ${byKey.name}`);
  }
  if (byKey) {
    throw serverError(
      "IndexOptionsConflict",
      `An equivalent index already exists with a different name and options. Requested index: ${describe(spec)}, existing index: ${describe(byKey)}`,
    );
  }
  return false;
}

function samePartial(index: IndexSpec, spec: IndexSpec): boolean {
  const text = (filter?: Doc) => Buffer.from(encode(filter ?? {})).toString("latin1");
  return text(index.partialFilterExpression) === text(spec.partialFilterExpression);
}

function sameOptions(index: IndexSpec, spec: IndexSpec): boolean {
  if (index.name === "_id_") return true;
  return (
    Boolean(index.unique) === Boolean(spec.unique) &&
    Boolean(index.sparse) === Boolean(spec.sparse) &&
    index.expireAfterSeconds === spec.expireAfterSeconds
  );
}

function describe(index: IndexSpec): string {
  const { v = 2, key, name, unique, sparse } = index as IndexSpec & { v?: number };
  return JSON.stringify({ v, key, name, unique, sparse });
}
