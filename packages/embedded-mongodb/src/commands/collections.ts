import { statSync } from "node:fs";
import { compileFilter } from "../query/filter";
import { truthy } from "../query/numbers";
import { Row } from "../query/row";
import type { Doc } from "../query/values";
import { catalogKey, type CollectionInfo } from "../storage/catalog";
import { docField, namespaceOf, readerOf, writeStatement, type Context, type Reply } from "./context";
import { cursorBatchSize, cursorReply } from "./cursors";

export async function create(context: Context): Promise<void> {
  // As in MongoDB 7.0, creating an existing collection with the same options succeeds.
  await writeStatement(context, namespaceOf(context), (collection) => collection.ensure());
}

export async function drop(context: Context): Promise<Doc> {
  const namespace = namespaceOf(context);
  const [dropped] = await dropAll(context, (info) => info.namespace === namespace);
  // Since MongoDB 7.0, dropping a missing collection succeeds.
  return dropped ? { nIndexesWas: dropped.indexes.length, ns: namespace } : {};
}

export async function dropDatabase(context: Context): Promise<Doc> {
  const dropped = await dropAll(context, () => true);
  return dropped.length > 0 ? { dropped: context.db } : {};
}

async function dropAll(
  { database, db, deadline }: Context,
  isDropped: (info: CollectionInfo) => boolean,
): Promise<CollectionInfo[]> {
  const { transactions, catalog, purge } = database;
  const dropped = await transactions.statement((writer) => {
    const all = [...catalog.list(writer, db)].filter(isDropped);
    for (const info of all) {
      transactions.blockOn(info.id);
      // Its documents and index entries are left to the purge.
      writer.remove(catalogKey(info.namespace));
    }
    return all;
  }, deadline);
  purge.start();
  return dropped;
}

export function listCollections(context: Context): Reply {
  const { command, db, database } = context;
  const matches = compileFilter(docField(command, "filter"));
  const more = { options: {}, info: { readOnly: false }, idIndex: { v: 2, key: { _id: 1 }, name: "_id_" } };
  const found = Array.from(database.catalog.list(readerOf(context), db), ({ namespace }) => {
    return { name: namespace.slice(db.length + 1), type: "collection", ...more };
  })
    .filter(matches)
    .map(({ name, type, ...rest }) => Row.of({ name, type, ...(truthy(command.nameOnly) ? {} : rest) }));
  return cursorReply(context, `${db}.$cmd.listCollections`, found, {
    batchSize: cursorBatchSize(command) ?? Infinity,
  });
}

export function listDatabases(context: Context): Doc {
  const { catalog, store } = context.database;
  const all = Array.from(catalog.list(readerOf(context)), ({ namespace }) => namespace.split(".")[0]);
  // All databases share one file.
  const sizeOnDisk = statSync(store.file).size;
  const databases = [...new Set(all)].map((name) => ({ name, sizeOnDisk, empty: false }));
  return { databases, totalSize: sizeOnDisk };
}
