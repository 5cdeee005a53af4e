import { serverError } from "../errors";
import type { Doc } from "../query";

// What every command may carry: https://www.mongodb.com/docs/manual/reference/command/
const generic = new Set([
  "$audit",
  "$client",
  "$clusterTime",
  "$configServerState",
  "$db",
  "$readPreference",
  "apiDeprecationErrors",
  "apiStrict",
  "apiVersion",
  "autocommit",
  "bypassDocumentValidation",
  "comment",
  "hint",
  "lsid",
  "maxTimeMS",
  "rawData",
  "readConcern",
  "startTransaction",
  "stmtId",
  "stmtIds",
  "txnNumber",
  "writeConcern",
]);

const own: Record<string, ReadonlySet<string>> = {
  find: new Set([
    "filter",
    "sort",
    "projection",
    "skip",
    "limit",
    "batchSize",
    "singleBatch",
    "max",
    "min",
    "returnKey",
    "showRecordId",
    "tailable",
    "oplogReplay",
    "noCursorTimeout",
    "awaitData",
    "allowPartialResults",
    "collation",
    "allowDiskUse",
    "let",
  ]),
  aggregate: new Set(["pipeline", "explain", "allowDiskUse", "cursor", "collation", "let"]),
  insert: new Set(["documents", "ordered"]),
  update: new Set(["updates", "ordered", "let"]),
  delete: new Set(["deletes", "ordered", "let"]),
  findAndModify: new Set([
    "query",
    "sort",
    "remove",
    "update",
    "new",
    "fields",
    "upsert",
    "collation",
    "arrayFilters",
    "let",
  ]),
  count: new Set(["query", "limit", "skip", "collation", "fields"]),
  distinct: new Set(["key", "query", "collation"]),
  createIndexes: new Set(["indexes", "commitQuorum", "ignoreUnknownIndexOptions"]),
};

/** Refuses a field that the command does not have. @throws ServerError 40415 IDLUnknownField */
export function checkFields(name: string, command: Doc): void {
  const known = Object.hasOwn(own, name) ? own[name] : undefined;
  if (!known) return;
  for (const field of Object.keys(command)) {
    if (field !== name && !known.has(field) && !generic.has(field)) {
      throw serverError("IDLUnknownField", `BSON field '${name}.${field}' is an unknown field.`);
    }
  }
}
