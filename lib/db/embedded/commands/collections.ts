import { Long } from "bson";
import { checkNamespace, counterKey, type CollectionInfo } from "../catalog";
import {
  namespaceOf,
  optionalDoc,
  readerOf,
  truthy,
  numberField,
  docField,
  writeStatement,
  type Context,
} from "../context";
import { serverError } from "../errors";
import { compileFilter, encode, type Doc } from "../query";
import type { Writer } from "../kv";
import type { Reply } from "../wire";
import { cursorReply } from "./find";

const UNSUPPORTED_OPTIONS = ["capped", "viewOn", "timeseries", "clusteredIndex"];

/** create: https://www.mongodb.com/docs/manual/reference/command/create/ */
export async function create(context: Context): Promise<Doc> {
  const namespace = namespaceOf(context);
  for (const option of UNSUPPORTED_OPTIONS) {
    if (context.command[option] !== undefined && context.command[option] !== false) {
      throw serverError(
        "CommandNotSupported",
        `The option '${option}' of create is not supported by this server.`,
      );
    }
  }
  // As in MongoDB 7.0, making again what is there, with the same options, succeeds.
  await writeStatement(context, namespace, (_writer, target, make) => {
    if (!target) make();
  });
  return { ok: 1 };
}

/** drop: https://www.mongodb.com/docs/manual/reference/command/drop/ */
export async function drop(context: Context): Promise<Doc> {
  forbidInTransaction(context);
  const namespace = namespaceOf(context);
  return context.engine.transactions.statement((writer): Doc => {
    const info = context.engine.catalog.get(writer, namespace);
    // Since MongoDB 7.0 dropping what is not there succeeds.
    if (!info) return { ok: 1 };
    dropOne(context, writer, info);
    return { nIndexesWas: info.indexes.length, ns: namespace, ok: 1 };
  }, context.deadline);
}

function dropOne(context: Context, writer: Writer, info: CollectionInfo): void {
  context.engine.transactions.blockOn(info.id);
  context.engine.catalog.drop(writer, info);
}

/** dropDatabase: https://www.mongodb.com/docs/manual/reference/command/dropDatabase/ */
export async function dropDatabase(context: Context): Promise<Doc> {
  forbidInTransaction(context);
  const { engine, database } = context;
  const dropped = await engine.transactions.statement((writer) => {
    const all = [...engine.catalog.list(writer, database)];
    for (const info of all) dropOne(context, writer, info);
    return all.length;
  }, context.deadline);
  return dropped > 0 ? { dropped: database, ok: 1 } : { ok: 1 };
}

/** renameCollection: https://www.mongodb.com/docs/manual/reference/command/renameCollection/ */
export async function renameCollection(context: Context): Promise<Doc> {
  forbidInTransaction(context);
  const { engine, command } = context;
  const from = String(command.renameCollection);
  const to = String(command.to);
  const dot = to.indexOf(".");
  checkNamespace(to.slice(0, Math.max(dot, 0)), to.slice(dot + 1));
  return engine.transactions.statement((writer): Doc => {
    const info = engine.catalog.get(writer, from);
    if (!info) throw serverError("NamespaceNotFound", `Source collection ${from} does not exist`);
    const existing = engine.catalog.get(writer, to);
    if (existing && !truthy(command.dropTarget))
      throw serverError("NamespaceExists", "target namespace exists");
    engine.transactions.blockOn(info.id);
    if (existing) dropOne(context, writer, existing);
    engine.catalog.rename(writer, info, to);
    return { ok: 1 };
  }, context.deadline);
}

/** listCollections: https://www.mongodb.com/docs/manual/reference/command/listCollections/ */
export function listCollections(context: Context): Reply {
  const { command, database, engine } = context;
  const matches = compileFilter(optionalDoc(command, "filter") ?? {});
  const nameOnly = truthy(command.nameOnly);
  const found: Uint8Array[] = [];
  for (const info of engine.catalog.list(readerOf(context), database)) {
    const name = info.namespace.slice(database.length + 1);
    const full = {
      name,
      type: "collection",
      options: info.options,
      info: { readOnly: false, uuid: info.uuid },
      idIndex: { v: 2, key: { _id: 1 }, name: "_id_" },
    };
    if (matches(full)) found.push(encode(nameOnly ? { name, type: "collection" } : full));
  }
  const namespace = `${database}.$cmd.listCollections`;
  const batch = engine.cursors.start(namespace, found, {
    batchSize: numberField(docField(command, "cursor"), "batchSize") ?? Infinity,
    owner: context.transaction,
  });
  return cursorReply(namespace, "firstBatch", batch);
}

/** listDatabases: https://www.mongodb.com/docs/manual/reference/command/listDatabases/ */
export function listDatabases(context: Context): Doc {
  const { command, engine } = context;
  const sizes = new Map<string, number>();
  const reader = readerOf(context);
  for (const info of engine.catalog.list(reader)) {
    const name = info.namespace.slice(0, info.namespace.indexOf("."));
    sizes.set(name, (sizes.get(name) ?? 0) + reader.counter(counterKey(info.id, "bytes")));
  }
  const matches = compileFilter(optionalDoc(command, "filter") ?? {});
  const all = [...sizes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, size]) => ({ name, sizeOnDisk: Long.fromNumber(size), empty: size === 0 }))
    .filter((entry) => matches(entry));
  if (truthy(command.nameOnly)) return { databases: all.map(({ name }) => ({ name })), ok: 1 };
  const total = all.reduce((sum, { sizeOnDisk }) => sum + sizeOnDisk.toNumber(), 0);
  return {
    databases: all,
    totalSize: Long.fromNumber(total),
    totalSizeMb: Long.fromNumber(Math.floor(total / 2 ** 20)),
    ok: 1,
  };
}

/** @throws ServerError OperationNotSupportedInTransaction */
export function forbidInTransaction(context: Context): void {
  if (!context.transaction) return;
  throw serverError(
    "OperationNotSupportedInTransaction",
    `Cannot run '${context.name}' in a multi-document transaction.`,
  );
}
