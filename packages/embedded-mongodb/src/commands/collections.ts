import { compileFilter } from "../query/filter";
import { truthy } from "../query/numbers";
import { Row } from "../query/row";
import type { Doc } from "../query/values";
import type { CollectionInfo } from "../storage/catalog";
import type { Writer } from "../storage/kv";
import { docField, namespaceOf, readerOf, writeStatement, type Context, type Reply } from "./context";
import { cursorBatchSize, cursorReply } from "./cursors";

/** create: https://www.mongodb.com/docs/manual/reference/command/create/ */
export async function create(context: Context): Promise<Doc> {
  // As in MongoDB 7.0, creating an existing collection with the same options succeeds.
  await writeStatement(context, namespaceOf(context), (collection) => collection.ensure());
  return { ok: 1 };
}

/** drop: https://www.mongodb.com/docs/manual/reference/command/drop/ */
export async function drop(context: Context): Promise<Doc> {
  const namespace = namespaceOf(context);
  const { transactions, catalog, purge } = context.database;
  const reply = await transactions.statement((writer): Doc => {
    const info = catalog.get(writer, namespace);
    // Since MongoDB 7.0, dropping a missing collection succeeds.
    if (!info) return { ok: 1 };
    dropOne(context, writer, info);
    return { nIndexesWas: info.indexes.length, ns: namespace, ok: 1 };
  }, context.deadline);
  purge.start();
  return reply;
}

function dropOne({ database }: Context, writer: Writer, info: CollectionInfo): void {
  database.transactions.blockOn(info.id);
  database.catalog.drop(writer, info);
}

/** dropDatabase: https://www.mongodb.com/docs/manual/reference/command/dropDatabase/ */
export async function dropDatabase(context: Context): Promise<Doc> {
  const { database, db } = context;
  const dropped = await database.transactions.statement((writer) => {
    const all = [...database.catalog.list(writer, db)];
    for (const info of all) dropOne(context, writer, info);
    return all.length;
  }, context.deadline);
  database.purge.start();
  return dropped > 0 ? { dropped: db, ok: 1 } : { ok: 1 };
}

/** listCollections: https://www.mongodb.com/docs/manual/reference/command/listCollections/ */
export function listCollections(context: Context): Reply {
  const { command, db, database } = context;
  const matches = compileFilter(docField(command, "filter"));
  const nameOnly = truthy(command.nameOnly);
  const all = Array.from(database.catalog.list(readerOf(context), db), ({ namespace }) => ({
    name: namespace.slice(db.length + 1),
    type: "collection",
    options: {},
    info: { readOnly: false },
    idIndex: { v: 2, key: { _id: 1 }, name: "_id_" },
  }));
  const found = all
    .filter((entry) => matches(entry))
    .map(({ name, type, ...rest }) => Row.of(nameOnly ? { name, type } : { name, type, ...rest }));
  return cursorReply(context, `${db}.$cmd.listCollections`, found, {
    batchSize: cursorBatchSize(command) ?? Infinity,
  });
}

/** listDatabases: https://www.mongodb.com/docs/manual/reference/command/listDatabases/ */
export function listDatabases(context: Context): Doc {
  const { catalog, store } = context.database;
  const all = Array.from(catalog.list(readerOf(context)), ({ namespace }) => namespace.split(".")[0]);
  // All databases share one file.
  const sizeOnDisk = store.fileSize();
  const databases = [...new Set(all)].map((name) => ({ name, sizeOnDisk, empty: false }));
  return { databases, totalSize: sizeOnDisk, ok: 1 };
}
