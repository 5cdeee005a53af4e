import { ADVICE, serverError } from "../errors";
import { ownValue, words, type Doc } from "../query/values";

// Fields of every command.
const GENERIC = words(`
  $clusterTime $db $readPreference apiDeprecationErrors apiStrict apiVersion autocommit bypassDocumentValidation
  comment lsid maxTimeMS readConcern startTransaction txnNumber writeConcern
`);

const OWN: Record<string, ReadonlySet<string>> = {
  find: words("filter sort projection skip limit batchSize singleBatch noCursorTimeout allowDiskUse"),
  aggregate: words("pipeline allowDiskUse cursor"),
  insert: words("documents ordered"),
  update: words("updates ordered"),
  "update.updates": words("q u multi upsert"),
  delete: words("deletes ordered"),
  "delete.deletes": words("q limit"),
  findAndModify: words("query sort remove update new upsert"),
  count: words("query"),
  distinct: words("key query"),
  listDatabases: words("nameOnly authorizedDatabases"),
  create: words(""),
  createIndexes: words("indexes commitQuorum"),
};

/** Refuses unknown fields of a command or of its statements. @throws ServerError 40415 IDLUnknownField */
export function checkFields(name: string, command: Doc): void {
  const known = ownValue(OWN, name);
  if (!known) return;
  for (const field of Object.keys(command)) {
    if (field === name || known.has(field) || GENERIC.has(field)) continue;
    throw serverError("IDLUnknownField", `BSON field '${name}.${field}' is an unknown field. ${ADVICE}`);
  }
}
