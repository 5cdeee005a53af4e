import { serverError } from "../errors";
import type { Doc } from "../query/values";
import type { CollectionInfo } from "../storage/catalog";
import { rawStored } from "../storage/documents";
import { getCollection, numberField, readerOf, type Context } from "./context";

function sizeOf(context: Context, collections: CollectionInfo[]): { count: number; bytes: number } {
  const total = { count: 0, bytes: 0 };
  for (const info of collections) {
    for (const { value } of rawStored(readerOf(context), info)) {
      total.count += 1;
      total.bytes += value.length;
    }
  }
  return total;
}

/** dbStats: https://www.mongodb.com/docs/manual/reference/command/dbStats/ */
export function dbStats(context: Context): Doc {
  const { database, db, command } = context;
  const scale = numberField(command, "scale") ?? 1;
  const all = [...database.catalog.list(readerOf(context), db)];
  const { count, bytes } = sizeOf(context, all);
  return {
    db,
    collections: all.length,
    objects: count,
    dataSize: bytes / scale,
    storageSize: database.store.fileSize() / scale,
    indexes: all.reduce((sum, { indexes }) => sum + indexes.length, 0),
    scaleFactor: scale,
    ok: 1,
  };
}

/** The document of `$collStats` if a pipeline starts with that; else null. */
export function statisticsStage(context: Context, namespace: string, stage: Doc | undefined): Doc[] | null {
  if (!stage || !Object.hasOwn(stage, "$collStats")) return null;
  const info = getCollection(context, namespace);
  if (!info) throw serverError("NamespaceNotFound", `Collection [${namespace}] not found.`);
  const { count, bytes: size } = sizeOf(context, [info]);
  const nindexes = info.indexes.length;
  return [{ ns: namespace, localTime: new Date(), storageStats: { size, count, nindexes }, count }];
}
