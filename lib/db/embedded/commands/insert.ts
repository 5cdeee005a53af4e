import { ObjectId } from "bson";
import { namespaceOf, numberField, truthy, writeStatement, type Context } from "../context";
import type { Target } from "../documents";
import { serverError } from "../errors";
import type { Writer } from "../kv";
import type { Doc } from "../query";
import { finishWrites, isStatementError, writeError } from "./write-errors";

// As many documents as one commit takes: bounds the memory of a large insert.
const CHUNK = 1000;

/** insert: https://www.mongodb.com/docs/manual/reference/command/insert/ */
export async function insert(context: Context): Promise<Doc> {
  const namespace = namespaceOf(context);
  const documents = context.command.documents;
  if (!Array.isArray(documents) || documents.length === 0) {
    throw serverError("InvalidLength", "Write batch sizes must be between 1 and 100000. Got 0 operations.");
  }
  const ordered = context.command.ordered === undefined || truthy(context.command.ordered);
  const ids = statementIds(context.command);
  const errors: Doc[] = [];
  let n = 0;
  for (let start = 0; start < documents.length; start += CHUNK) {
    const part = documents.slice(start, start + CHUNK) as Doc[];
    const outcome = await writeStatement(context, namespace, (writer, target, create) =>
      insertPart(context, writer, target ?? create(), part, { start, ordered, ids }),
    );
    n += outcome.n;
    errors.push(...outcome.errors);
    if (ordered && errors.length > 0) break;
  }
  return finishWrites(context, { n }, errors);
}

function insertPart(
  context: Context,
  writer: Writer,
  target: Target,
  part: Doc[],
  { start, ordered, ids }: { start: number; ordered: boolean; ids: (index: number) => number },
): { n: number; errors: Doc[] } {
  const { engine, sessionId, txnNumber, transaction } = context;
  const retryable = !transaction && sessionId !== null && txnNumber !== null;
  const errors: Doc[] = [];
  const done: number[] = [];
  let n = 0;
  for (const [offset, doc] of part.entries()) {
    const statement = ids(start + offset);
    if (retryable && engine.sessions.outcome(writer, sessionId, txnNumber, statement)) {
      n += 1;
      continue;
    }
    try {
      engine.documents.insert(writer, target, withId(doc));
      done.push(statement);
      n += 1;
    } catch (error) {
      if (!isStatementError(error)) throw error;
      errors.push(writeError(start + offset, error));
      if (ordered) break;
    }
  }
  if (retryable) {
    for (const { first, last } of stretches(done)) {
      engine.sessions.save(writer, sessionId, txnNumber, { first, last, reply: { n: 1 } });
    }
  }
  return { n, errors };
}

/** The document with its `_id` in the first place, a new one where it has none. @throws ServerError InvalidIdField */
export function withId(doc: Doc): Doc {
  const id = doc._id;
  if (id === undefined) return { _id: new ObjectId(), ...doc };
  checkId(id);
  return Object.keys(doc)[0] === "_id" ? doc : { _id: id, ...doc };
}

function checkId(id: unknown): void {
  const tag = (id as { _bsontype?: string } | null)?._bsontype;
  if (Array.isArray(id)) throw serverError("InvalidIdField", "The '_id' value cannot be of type array");
  if (tag === "BSONRegExp" || id instanceof RegExp) {
    throw serverError("InvalidIdField", "The '_id' value cannot be of type regex");
  }
  if (typeof id === "object" && id !== null && !tag && !(id instanceof Date)) {
    const dollar = Object.keys(id).find(
      (name) => name.startsWith("$") && !["$ref", "$id", "$db"].includes(name),
    );
    if (dollar)
      throw serverError(
        "DollarPrefixedFieldName",
        `_id fields may not contain '$'-prefixed fields: ${dollar} is not valid for storage.`,
      );
  }
}

/** The statement ids of a retryable write: given, or counted from the first. */
export function statementIds(command: Doc): (index: number) => number {
  const given = command.stmtIds;
  if (Array.isArray(given)) return (index) => Number(given[index]);
  const first = numberField(command, "stmtId") ?? 0;
  return (index) => first + index;
}

function stretches(numbers: number[]): { first: number; last: number }[] {
  const found: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const end = found.at(-1);
    if (end && end.last + 1 === number) end.last = number;
    else found.push({ first: number, last: number });
  }
  return found;
}
