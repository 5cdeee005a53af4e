import { getCollection, namespaceOf, numberField, docField, type Context } from "../context";
import type { CollectionInfo, IndexInfo } from "../catalog";
import type { Target } from "../documents";
import { serverError } from "../errors";
import { buildIndexes } from "../index-build";
import { parseIndex, sameIndex } from "../index-spec";
import { compileFilter, encode, type Doc } from "../query";
import type { Writer } from "../kv";
import type { Reply } from "../wire";
import { forbidInTransaction } from "./collections";
import { cursorReply } from "./find";

/** createIndexes: https://www.mongodb.com/docs/manual/reference/command/createIndexes/ */
export async function createIndexes(context: Context): Promise<Doc> {
  const namespace = namespaceOf(context);
  const specs = context.command.indexes;
  if (!Array.isArray(specs) || specs.length === 0)
    throw serverError("BadValue", "Must specify at least one index to create");
  const wanted = (specs as Doc[]).map((spec) => parseIndex(spec));
  for (const index of wanted) if (index.partialFilterExpression) compileFilter(index.partialFilterExpression);
  return { ...(await buildIndexes(context, namespace, wanted)), ok: 1 };
}

/** listIndexes: https://www.mongodb.com/docs/manual/reference/command/listIndexes/ */
export function listIndexes(context: Context): Reply {
  const namespace = namespaceOf(context);
  const info = getCollection(context, namespace);
  if (!info) throw serverError("NamespaceNotFound", `ns does not exist: ${namespace}`);
  const shown = info.indexes.filter((index) => !index.building).map((index) => encode(showIndex(index)));
  const batch = context.engine.cursors.start(namespace, shown, {
    batchSize: numberField(docField(context.command, "cursor"), "batchSize") ?? Infinity,
    owner: context.transaction,
  });
  return cursorReply(namespace, "firstBatch", batch);
}

/** An index as listIndexes shows it. */
export function showIndex(index: IndexInfo): Doc {
  const { key, name, unique, sparse, hidden, expireAfterSeconds, partialFilterExpression, collation, extra } =
    index;
  return {
    v: 2,
    key,
    name,
    ...(unique && name !== "_id_" ? { unique } : {}),
    ...(sparse ? { sparse } : {}),
    ...(hidden ? { hidden } : {}),
    ...(expireAfterSeconds !== undefined ? { expireAfterSeconds } : {}),
    ...(partialFilterExpression ? { partialFilterExpression } : {}),
    ...(collation ? { collation } : {}),
    ...extra,
  };
}

/** dropIndexes: https://www.mongodb.com/docs/manual/reference/command/dropIndexes/ */
export async function dropIndexes(context: Context): Promise<Doc> {
  forbidInTransaction(context);
  const { engine, command } = context;
  const namespace = namespaceOf(context);
  return engine.transactions.statement((writer): Doc => {
    const info = engine.catalog.get(writer, namespace);
    if (!info) throw serverError("NamespaceNotFound", `ns not found ${namespace}`);
    engine.transactions.blockOn(info.id);
    const doomed = selectIndexes(info, command.index);
    removeIndexes(context, writer, { info }, doomed);
    const reply: Doc = { nIndexesWas: info.indexes.length, ok: 1 };
    return command.index === "*" ? { ...reply, msg: "non-_id indexes dropped for collection" } : reply;
  }, context.deadline);
}

function removeIndexes(context: Context, writer: Writer, target: Target, doomed: IndexInfo[]): void {
  const { catalog } = context.engine;
  for (const index of doomed) catalog.dropIndexEntries(writer, index);
  catalog.put(writer, {
    ...target.info,
    indexes: target.info.indexes.filter((index) => !doomed.includes(index)),
  });
}

function selectIndexes(info: CollectionInfo, selector: unknown): IndexInfo[] {
  if (selector === "*") return info.indexes.filter((index) => index.name !== "_id_");
  const names: unknown[] = Array.isArray(selector) ? selector : [selector];
  return names.map((name) => {
    const found =
      typeof name === "string"
        ? info.indexes.find((index) => index.name === name)
        : info.indexes.find((index) => sameIndex(index.key, name as Doc));
    if (!found) {
      const text = typeof name === "string" ? `with name [${name}]` : `with key: ${JSON.stringify(name)}`;
      throw serverError(
        "IndexNotFound",
        typeof name === "string" ? `index not found ${text}` : `can't find index ${text}`,
      );
    }
    if (found.name === "_id_") throw serverError("InvalidOptions", "cannot drop _id index");
    return found;
  });
}

/** collMod, as far as it changes indexes: expireAfterSeconds and hidden. */
export async function collMod(context: Context): Promise<Doc> {
  forbidInTransaction(context);
  const { engine, command } = context;
  const namespace = namespaceOf(context);
  const change = docField(command, "index");
  return engine.transactions.statement((writer): Doc => {
    const info = engine.catalog.get(writer, namespace);
    if (!info) throw serverError("NamespaceNotFound", `ns does not exist: ${namespace}`);
    engine.transactions.blockOn(info.id);
    if (Object.keys(change).length === 0) return { ok: 1 };
    const [index] = selectIndexes(info, change.name ?? change.keyPattern);
    const changed: IndexInfo = { ...(index as IndexInfo) };
    const seconds = numberField(change, "expireAfterSeconds");
    if (seconds !== undefined) changed.expireAfterSeconds = seconds;
    if (typeof change.hidden === "boolean") changed.hidden = change.hidden;
    const indexes = info.indexes.map((known) => (known === index ? changed : known));
    engine.catalog.put(writer, { ...info, indexes });
    return { ok: 1 };
  }, context.deadline);
}
