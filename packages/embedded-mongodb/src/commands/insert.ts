import { ObjectId } from "bson";
import { serverError } from "../errors";
import { withIdFirst } from "../query/update";
import { isDocument, isRegex, type Doc } from "../query/values";
import type { Context } from "./context";
import { runStatements, statementsOf } from "./writes";

/** insert: https://www.mongodb.com/docs/manual/reference/command/insert/ */
export async function insert(context: Context): Promise<Doc> {
  const inserts = statementsOf(context.command.documents);
  return runStatements(context, inserts, { n: 0 }, (doc, collection) => {
    collection.insert(withId(doc));
    return { n: 1 };
  });
}

/** The document with its `_id` first, a new one if it is missing. @throws ServerError InvalidIdField */
export function withId(doc: Doc): Doc {
  const id = doc._id;
  if (id === undefined) return withIdFirst({ ...doc, _id: new ObjectId() });
  if (Array.isArray(id) || isRegex(id)) {
    throw serverError("InvalidIdField", "The '_id' value cannot be of type array or regex");
  }
  const dollar = isDocument(id) && Object.keys(id).find((name) => name.startsWith("$"));
  if (dollar) {
    throw serverError("DollarPrefixedFieldName", `_id fields may not contain '$'-prefixed fields: ${dollar}`);
  }
  return Object.keys(doc)[0] === "_id" ? doc : { _id: id, ...doc };
}
