import { EJSON } from "bson";
import { badValue, serverError, unsupported } from "../errors";
import { equalValues } from "../query/compare";
import { Row } from "../query/row";
import type { Doc } from "../query/values";
import { maintained, type CollectionInfo, type IndexInfo } from "../storage/catalog";
import { getCollection, namespaceOf, writeStatement, type Context, type Reply } from "./context";
import { cursorBatchSize, cursorReply } from "./cursors";
import { parseIndex, type IndexSpec } from "./index-spec";

/** Creates all missing indexes, or none. Answers when they are complete; others can read and write meanwhile. */
export async function createIndexes(context: Context): Promise<Doc> {
  const { database } = context;
  const namespace = namespaceOf(context);
  const specs = context.command.indexes;
  if (!Array.isArray(specs) || specs.length === 0)
    throw badValue("Must specify at least one index to create");
  const wanted = (specs as Doc[]).map((spec) => parseIndex(spec));
  const { reply, info } = await writeStatement(context, namespace, (collection) => {
    const createdCollectionAutomatically = !collection.info;
    const before = collection.ensure();
    database.transactions.blockOn(before.id);
    const { indexes } = before;
    const missing: IndexInfo[] = [];
    for (const spec of wanted) {
      if (!exists([...indexes, ...missing], spec)) missing.push({ ...spec, id: database.catalog.newId() });
    }
    if (missing.length > 0) database.builds.begin(collection, missing);
    const numIndexesAfter = indexes.length + missing.length;
    return {
      reply: { numIndexesBefore: indexes.length, numIndexesAfter, createdCollectionAutomatically },
      info: collection.ensure(),
    };
  });
  if (info.building.length > 0) await database.builds.finish(info);
  return reply;
}

/** @throws ServerError IndexKeySpecsConflict, IndexOptionsConflict if a similar but different index exists */
function exists(indexes: IndexInfo[], spec: IndexSpec): boolean {
  const byKey = indexes.find(
    ({ key, partialFilterExpression: partial }) =>
      equalValues(key, spec.key) && equalValues(partial, spec.partialFilterExpression),
  );
  if (byKey && (byKey.name === "_id_" || equalValues(showIndex(byKey), showIndex(spec)))) return true;
  if (indexes.some(({ name }) => name === spec.name)) {
    throw serverError(
      "IndexKeySpecsConflict",
      `There is another index with this name: ${EJSON.stringify(spec)}`,
    );
  }
  if (!byKey) return false;
  throw serverError("IndexOptionsConflict", `Index exists with a different name or options: ${byKey.name}`);
}

export function listIndexes(context: Context): Reply {
  const namespace = namespaceOf(context);
  const info = getCollection(context, namespace);
  if (!info) throw serverError("NamespaceNotFound", `ns does not exist: ${namespace}`);
  const shown = info.indexes.map((index) => Row.of(showIndex(index)));
  return cursorReply(context, namespace, shown, { batchSize: cursorBatchSize(context.command) ?? Infinity });
}

/** An index as listIndexes returns it. */
function showIndex(index: IndexSpec): Doc {
  const { key, name, unique, expireAfterSeconds, partialFilterExpression } = index;
  const shown = name === "_id_" ? undefined : unique;
  return { v: 2, key, name, unique: shown, expireAfterSeconds, partialFilterExpression };
}

export async function dropIndexes(context: Context): Promise<Doc> {
  const { database, command } = context;
  const namespace = namespaceOf(context);
  const reply = await database.transactions.statement((writer): Doc => {
    const info = database.catalog.get(writer, namespace);
    if (!info) throw serverError("NamespaceNotFound", `ns not found ${namespace}`);
    database.transactions.blockOn(info.id);
    const doomed = selectIndex(info, command.index);
    const kept = (all: IndexInfo[]) => all.filter((index) => index !== doomed);
    database.catalog.put(writer, { ...info, indexes: kept(info.indexes), building: kept(info.building) });
    return { nIndexesWas: info.indexes.length };
  }, context.deadline);
  database.purge.start();
  return reply;
}

function selectIndex(info: CollectionInfo, selector: unknown): IndexInfo {
  if (selector === "*" || Array.isArray(selector))
    throw unsupported("Dropping several indexes is not supported");
  const found = maintained(info).find(({ name, key }) => name === selector || equalValues(key, selector));
  if (!found) throw serverError("IndexNotFound", `index not found: ${EJSON.stringify(selector)}`);
  if (found.name === "_id_") throw serverError("InvalidOptions", "cannot drop _id index");
  return found;
}
