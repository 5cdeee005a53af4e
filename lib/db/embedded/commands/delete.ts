import { docField, namespaceOf, numberField, optionalDoc, writeStatement, type Context } from "../context";
import { getStored, type Target } from "../documents";
import { serverError } from "../errors";
import type { RecordId } from "../indexes";
import type { Writer } from "../kv";
import { compileFilter, type Doc } from "../query";
import { findStored } from "../scan";
import { runStatements, specifications } from "./statements";
import { finishWrites } from "./write-errors";

const CHUNK = 2000;

/** delete: https://www.mongodb.com/docs/manual/reference/command/delete/ */
export async function deleteDocuments(context: Context): Promise<Doc> {
  const namespace = namespaceOf(context);
  const deletes = specifications(context.command.deletes);
  for (const spec of deletes) limitOf(spec);
  const { replies, errors } = await runStatements(context, namespace, deletes, (spec) => {
    const query = {
      filter: docField(spec, "q"),
      collation: optionalDoc(spec, "collation"),
      hint: spec.hint,
      let: optionalDoc(context.command, "let"),
    };
    return limitOf(spec) === 1
      ? { one: (writer, target) => ({ n: target ? deleteOne(context, writer, target, query) : 0 }) }
      : { many: async () => ({ n: await deleteMany(context, namespace, query) }) };
  });
  return finishWrites(context, { n: replies.reduce((sum, { reply }) => sum + Number(reply.n), 0) }, errors);
}

function limitOf(spec: Doc): number {
  const limit = numberField(spec, "limit") ?? 0;
  if (limit === 0 || limit === 1) return limit;
  throw serverError("FailedToParse", `The limit field in delete objects must be 0 or 1. Got ${limit}`);
}

type Selection = { filter: Doc; collation?: Doc; hint?: unknown; let?: Doc };

function deleteOne(context: Context, writer: Writer, target: Target, query: Selection): number {
  for (const stored of findStored(writer, target.info, { ...query, limit: 1 })) {
    context.engine.documents.remove(writer, target, stored);
    return 1;
  }
  return 0;
}

async function deleteMany(context: Context, namespace: string, query: Selection): Promise<number> {
  const matches = compileFilter(query.filter, query);
  let records: RecordId[] = [];
  let n = 0;
  let position = 0;
  do {
    const start = position;
    n += await writeStatement(context, namespace, (writer, target) => {
      if (!target) return 0;
      if (start === 0)
        records = Array.from(findStored(writer, target.info, query), (stored) => stored.record);
      let removed = 0;
      for (const record of records.slice(start, start + CHUNK)) {
        const stored = getStored(writer, target.info, record);
        if (!stored || !matches(stored.doc)) continue;
        context.engine.documents.remove(writer, target, stored);
        removed += 1;
      }
      return removed;
    });
    position += CHUNK;
  } while (position < records.length);
  return n;
}
