import { failedToParse } from "../errors";
import { findStored } from "../planner/scan";
import type { Doc } from "../query/values";
import { docField, numberField, type Context } from "./context";
import { checkFields } from "./known-fields";
import { runStatements, statementsOf } from "./writes";

/** delete: https://www.mongodb.com/docs/manual/reference/command/delete/ */
export async function deleteDocuments(context: Context): Promise<Doc> {
  const deletes = statementsOf(context.command.deletes);
  for (const spec of deletes) {
    checkFields("delete.deletes", spec);
    limitOf(spec);
  }
  return runStatements(context, deletes, { n: 0 }, (spec, collection) => {
    const query = { filter: docField(spec, "q"), limit: limitOf(spec) };
    const found = [...findStored(collection.writer, collection.info, query)];
    for (const stored of found) collection.remove(stored);
    return { n: found.length };
  });
}

function limitOf(spec: Doc): number {
  const limit = numberField(spec, "limit") ?? 0;
  if (limit === 0 || limit === 1) return limit;
  throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
}
