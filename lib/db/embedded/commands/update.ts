import { ObjectId } from "bson";
import { docField, namespaceOf, optionalDoc, truthy, writeStatement, type Context } from "../context";
import { getStored, type Stored, type Target } from "../documents";
import { ServerError, serverError } from "../errors";
import type { RecordId } from "../indexes";
import type { Writer } from "../kv";
import { applyUpdate, compileFilter, encode, upsertBase, type Doc } from "../query";
import { findStored } from "../scan";
import { withId } from "./insert";
import { runStatements, specifications } from "./statements";
import { finishWrites } from "./write-errors";

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
  if (context.command.updates === undefined) {
    throw serverError("IDLFailedToParse", "BSON field 'update.updates' is missing but a required field");
  }
  const updates = specifications(context.command.updates);
  if (updates.some((spec) => spec.u === undefined)) {
    throw serverError("IDLFailedToParse", "BSON field 'update.updates.u' is missing but a required field");
  }
  const { replies, errors } = await runStatements(context, namespace, updates, (spec) => {
    const operation = parse(spec, context.command);
    return operation.multi
      ? { many: () => updateMany(context, namespace, operation) }
      : { one: (writer, target, create) => updateOne(context, writer, target, create, operation) };
  });
  const reply = { n: 0, nModified: 0 };
  const upserted: Doc[] = [];
  for (const { index, reply: each } of replies) {
    reply.n += Number(each.n);
    reply.nModified += Number(each.nModified);
    if ("upserted" in each) upserted.push({ index, _id: each.upserted });
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

function updateOne(
  context: Context,
  writer: Writer,
  target: Target | null,
  create: () => Target,
  operation: Operation,
): Doc {
  const stored = target && first(writer, target, operation);
  if (!stored) return upsertOrNothing(context, writer, target, create, operation);
  return { n: 1, nModified: changeDocument(context, writer, target, stored, operation) ? 1 : 0 };
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
