import { ObjectId } from "bson";
import { docField, namespaceOf, once, optionalDoc, truthy, writeStatement, type Context } from "../context";
import { getStored, type Stored, type Target } from "../documents";
import { ServerError, serverError } from "../errors";
import type { RecordId } from "../indexes";
import type { Writer } from "../kv";
import { applyUpdate, compileFilter, encode, upsertBase, type Doc } from "../query";
import { findStored } from "../scan";
import { statementIds, withId } from "./insert";
import { finishWrites, isStatementError, writeError } from "./write-errors";

// As many documents as one commit of a multi-update changes.
const CHUNK = 2000;

type Operation = {
  filter: Doc;
  update: Doc | Doc[];
  multi: boolean;
  upsert: boolean;
  arrayFilters?: Doc[];
  collation?: Doc;
  hint?: unknown;
  let?: Doc;
  sort?: Doc;
};

/** update: https://www.mongodb.com/docs/manual/reference/command/update/ */
export async function update(context: Context): Promise<Doc> {
  const namespace = namespaceOf(context);
  const updates = context.command.updates;
  if (updates === undefined) {
    throw serverError("IDLFailedToParse", "BSON field 'update.updates' is missing but a required field");
  }
  if (!Array.isArray(updates) || updates.length === 0) {
    throw serverError("InvalidLength", "Write batch sizes must be between 1 and 100000. Got 0 operations.");
  }
  const absent = (updates as Doc[]).some((spec) => spec.u === undefined);
  if (absent) {
    throw serverError("IDLFailedToParse", "BSON field 'update.updates.u' is missing but a required field");
  }
  const ordered = context.command.ordered === undefined || truthy(context.command.ordered);
  const ids = statementIds(context.command, updates.length);
  const reply = { n: 0, nModified: 0 };
  const upserted: Doc[] = [];
  const errors: Doc[] = [];
  for (const [index, spec] of (updates as Doc[]).entries()) {
    try {
      const operation = parse(spec, context.command);
      const result = operation.multi
        ? await updateMany(context, namespace, operation)
        : await updateOne(context, namespace, operation, ids(index));
      reply.n += Number(result.n);
      reply.nModified += Number(result.nModified);
      if ("upserted" in result) upserted.push({ index, _id: result.upserted });
    } catch (error) {
      if (!isStatementError(error)) throw error;
      errors.push(writeError(index, error));
      if (ordered) break;
    }
  }
  return finishWrites(context, { ...reply, ...(upserted.length > 0 ? { upserted } : {}) }, errors);
}

function parse(spec: Doc, command: Doc): Operation {
  const change = spec.u as Doc | Doc[];
  const multi = truthy(spec.multi);
  if (typeof change !== "object" || change === null) {
    throw serverError("FailedToParse", "Update argument must be either an object or an array");
  }
  if (multi && !Array.isArray(change) && !(Object.keys(change)[0] ?? "").startsWith("$")) {
    throw serverError("FailedToParse", "multi update is not supported for replacement-style update");
  }
  return {
    filter: docField(spec, "q"),
    update: change,
    multi,
    upsert: truthy(spec.upsert),
    arrayFilters: spec.arrayFilters as Doc[] | undefined,
    collation: optionalDoc(spec, "collation"),
    hint: spec.hint,
    let: { ...optionalDoc(command, "let"), ...optionalDoc(spec, "c") },
    sort: optionalDoc(spec, "sort"),
  };
}

async function updateOne(
  context: Context,
  namespace: string,
  operation: Operation,
  statement: number,
): Promise<Doc> {
  return writeStatement(context, namespace, (writer, target, create) =>
    once(context, writer, statement, () => {
      const stored = target && first(writer, target, operation);
      if (stored) {
        const changed = changeDocument(context, writer, target, stored, operation);
        return { reply: { n: 1, nModified: changed ? 1 : 0 }, done: true };
      }
      return { reply: upsertOrNothing(context, writer, target, create, operation), done: true };
    }),
  );
}

function first(writer: Writer, target: Target, operation: Operation): Stored | undefined {
  for (const stored of findStored(writer, target.info, { ...operation, limit: 1 })) return stored;
  return undefined;
}

// The matching documents are found first, so that one that is moved by its own change is not met again.
async function updateMany(context: Context, namespace: string, operation: Operation): Promise<Doc> {
  const matches = compileFilter(operation.filter, operation);
  const now = new Date();
  let records: RecordId[] | null = null;
  let position = 0;
  const reply = { n: 0, nModified: 0 };
  do {
    const start = position;
    const step = await writeStatement(context, namespace, (writer, target, create) => {
      if (start === 0) {
        records = target
          ? Array.from(findStored(writer, target.info, operation), (stored) => stored.record)
          : [];
        if (records.length === 0)
          return { n: 0, modified: 0, ...upsertOrNothing(context, writer, target, create, operation) };
      }
      let n = 0;
      let modified = 0;
      try {
        for (const record of (records ?? []).slice(start, start + CHUNK)) {
          const stored = target && getStored(writer, target.info, record);
          if (!stored || !matches(stored.doc)) continue;
          n += 1;
          if (changeDocument(context, writer, target, stored, operation, now)) modified += 1;
        }
      } catch (error) {
        // What was changed before the failure stays changed, as in MongoDB; in a transaction all is undone.
        if (error instanceof ServerError && !context.transaction) return { n, modified, error };
        throw error;
      }
      return { n, modified };
    });
    if ("error" in step) throw step.error;
    if ("upserted" in step) return { n: 1, nModified: 0, upserted: step.upserted };
    reply.n += step.n;
    reply.nModified += step.modified;
    position += CHUNK;
  } while (position < ((records as RecordId[] | null)?.length ?? 0));
  return reply;
}

function changeDocument(
  context: Context,
  writer: Writer,
  target: Target,
  stored: Stored,
  operation: Operation,
  now?: Date,
): boolean {
  const changed = applyUpdate(stored.doc, operation.update, { ...operation, now });
  if (Buffer.compare(encode(changed), stored.bytes) === 0) return false;
  context.engine.documents.replace(writer, target, stored, changed);
  return true;
}

function upsertOrNothing(
  context: Context,
  writer: Writer,
  target: Target | null,
  create: () => Target,
  operation: Operation,
): Doc {
  if (!operation.upsert) return { n: 0, nModified: 0 };
  const doc = upsertDocument(operation);
  context.engine.documents.insert(writer, target ?? create(), doc);
  return { n: 1, nModified: 0, upserted: doc._id };
}

/** The document that an upsert inserts. */
export function upsertDocument(
  operation: Pick<Operation, "filter" | "update" | "arrayFilters" | "let">,
): Doc {
  const base = upsertBase(operation.filter);
  const replacement =
    !Array.isArray(operation.update) && !(Object.keys(operation.update)[0] ?? "").startsWith("$");
  const start: Doc = replacement ? (base._id === undefined ? {} : { _id: base._id }) : base;
  const doc = applyUpdate(start, operation.update, { ...operation, inserting: true });
  return withId(doc._id === undefined ? { _id: new ObjectId(), ...doc } : doc);
}
