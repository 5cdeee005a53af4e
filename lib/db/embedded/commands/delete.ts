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
import { getStored } from "../documents";
import { serverError } from "../errors";
import type { RecordId } from "../indexes";
import { compileFilter, type Doc } from "../query";
import { findStored } from "../scan";
import { statementIds } from "./insert";
import { finishWrites, isStatementError, writeError } from "./write-errors";

const CHUNK = 2000;

/** delete: https://www.mongodb.com/docs/manual/reference/command/delete/ */
export async function deleteDocuments(context: Context): Promise<Doc> {
  const namespace = namespaceOf(context);
  const deletes = context.command.deletes;
  if (!Array.isArray(deletes) || deletes.length === 0) {
    throw serverError("InvalidLength", "Write batch sizes must be between 1 and 100000. Got 0 operations.");
  }
  const ordered = context.command.ordered === undefined || truthy(context.command.ordered);
  const ids = statementIds(context.command, deletes.length);
  for (const spec of deletes as Doc[]) limitOf(spec);
  const errors: Doc[] = [];
  let n = 0;
  for (const [index, spec] of (deletes as Doc[]).entries()) {
    try {
      const limit = limitOf(spec);
      const query = {
        filter: docField(spec, "q"),
        collation: optionalDoc(spec, "collation"),
        hint: spec.hint,
        let: optionalDoc(context.command, "let"),
      };
      n +=
        limit === 1
          ? await deleteOne(context, namespace, query, ids(index))
          : await deleteMany(context, namespace, query);
    } catch (error) {
      if (!isStatementError(error)) throw error;
      errors.push(writeError(index, error));
      if (ordered) break;
    }
  }
  return finishWrites(context, { n }, errors);
}

function limitOf(spec: Doc): number {
  const limit = numberField(spec, "limit") ?? 0;
  if (limit === 0 || limit === 1) return limit;
  throw serverError("FailedToParse", `The limit field in delete objects must be 0 or 1. Got ${limit}`);
}

type Selection = { filter: Doc; collation?: Doc; hint?: unknown; let?: Doc };

async function deleteOne(
  context: Context,
  namespace: string,
  query: Selection,
  statement: number,
): Promise<number> {
  const reply = await writeStatement(context, namespace, (writer, target) =>
    once(context, writer, statement, () => {
      if (!target) return { reply: { n: 0 }, done: true };
      for (const stored of findStored(writer, target.info, { ...query, limit: 1 })) {
        context.engine.documents.remove(writer, target, stored);
        return { reply: { n: 1 }, done: true };
      }
      return { reply: { n: 0 }, done: true };
    }),
  );
  return Number(reply.n);
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
