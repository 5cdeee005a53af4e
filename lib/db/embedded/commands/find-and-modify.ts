import {
  docField,
  namespaceOf,
  numberField,
  once,
  optionalDoc,
  truthy,
  writeStatement,
  type Context,
} from "../context";
import type { Stored, Target } from "../documents";
import { serverError } from "../errors";
import type { Writer } from "../kv";
import { applyUpdate, compileProjection, type Doc } from "../query";
import { findStored } from "../scan";
import { upsertDocument } from "./update";

/** findAndModify: https://www.mongodb.com/docs/manual/reference/command/findAndModify/ */
export async function findAndModify(context: Context): Promise<Doc> {
  const { command } = context;
  const namespace = namespaceOf(context);
  const options = parse(command);
  const statement = numberField(command, "stmtId") ?? 0;
  const reply = await writeStatement(context, namespace, (writer, target, create) =>
    once(context, writer, statement, () => ({
      reply: modify(context, writer, target, create, options),
      done: true,
    })),
  );
  return { ...reply, ok: 1 };
}

type Options = ReturnType<typeof parse>;

function parse(command: Doc) {
  const remove = truthy(command.remove);
  const update = command.update as Doc | Doc[] | undefined;
  const returnNew = truthy(command.new);
  if (remove && update !== undefined) {
    throw serverError("FailedToParse", "Cannot specify both an update and remove=true");
  }
  if (!remove && (update === undefined || update === null)) {
    throw serverError("FailedToParse", "Either an update or remove=true must be specified");
  }
  if (remove && truthy(command.upsert))
    throw serverError("FailedToParse", "Cannot specify both upsert=true and remove=true ");
  if (remove && returnNew) {
    throw serverError(
      "FailedToParse",
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    );
  }
  return {
    filter: docField(command, "query"),
    sort: optionalDoc(command, "sort"),
    projection: optionalDoc(command, "fields") ?? optionalDoc(command, "projection"),
    collation: optionalDoc(command, "collation"),
    hint: command.hint,
    let: optionalDoc(command, "let"),
    arrayFilters: command.arrayFilters as Doc[] | undefined,
    update: update as Doc | Doc[],
    remove,
    returnNew,
    upsert: truthy(command.upsert),
  };
}

function modify(
  context: Context,
  writer: Writer,
  target: Target | null,
  create: () => Target,
  options: Options,
): Doc {
  const { documents } = context.engine;
  const project = options.projection
    ? compileProjection(options.projection, options.filter)
    : (doc: Doc) => doc;
  const stored = target && first(writer, target, options);
  if (options.remove) {
    if (!stored) return { lastErrorObject: { n: 0 }, value: null };
    documents.remove(writer, target, stored);
    return { lastErrorObject: { n: 1 }, value: project(stored.doc) };
  }
  if (stored) {
    const changed = applyUpdate(stored.doc, options.update, options);
    documents.replace(writer, target, stored, changed);
    return {
      lastErrorObject: { n: 1, updatedExisting: true },
      value: project(options.returnNew ? changed : stored.doc),
    };
  }
  if (!options.upsert) return { lastErrorObject: { n: 0, updatedExisting: false }, value: null };
  const doc = upsertDocument(options);
  documents.insert(writer, target ?? create(), doc);
  return {
    lastErrorObject: { n: 1, updatedExisting: false, upserted: doc._id },
    value: options.returnNew ? project(doc) : null,
  };
}

function first(writer: Writer, target: Target, options: Options): Stored | undefined {
  for (const stored of findStored(writer, target.info, { ...options, limit: 1 })) return stored;
  return undefined;
}
