import { serverError, ServerError } from "../errors";
import { truthy } from "../query/numbers";
import type { Doc } from "../query/values";
import type { Collection } from "../storage/documents";
import { namespaceOf, writeStatement, type Context } from "./context";

/** What statements add to the counts of the reply; `upserted` is the `_id` of an inserted document. */
type Counts = { n: number; nModified?: number; upserted?: unknown };

/** A statement of a write command. */
type Statement = (spec: Doc, collection: Collection) => Counts;

/** The statements of a write command. @throws ServerError InvalidLength if there are none */
export function statementsOf(value: unknown): Doc[] {
  if (Array.isArray(value) && value.length > 0) return value as Doc[];
  throw serverError("InvalidLength", "Write batch sizes must be between 1 and 100000. Got 0 operations.");
}

/**
 * Executes the statements of a write command in order, as one commit. `ordered` stops at the first failure. Earlier
 * statements keep their effect, except in a transaction.
 * @param none the counts of a reply when nothing has been written
 * @returns the reply
 */
export async function runStatements(
  context: Context,
  specs: Doc[],
  none: Record<string, number>,
  run: Statement,
): Promise<Doc> {
  const { command, transaction, database } = context;
  const ordered = command.ordered === undefined || truthy(command.ordered);
  const reply = await writeStatement(context, namespaceOf(context), (collection): Doc => {
    const counts = { ...none };
    const upserted: Doc[] = [];
    const writeErrors: Doc[] = [];
    for (const [index, spec] of specs.entries()) {
      try {
        const { upserted: _id, ...more } = run(spec, collection);
        for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count;
        if (_id !== undefined) upserted.push({ index, _id });
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        writeErrors.push({ index, code: error.code, ...error.details, errmsg: error.message });
        if (ordered) break;
      }
    }
    const lists = Object.entries({ upserted, writeErrors }).filter(([, list]) => list.length > 0);
    return { ...counts, ...Object.fromEntries(lists), ok: 1 };
  });
  if (transaction && reply.writeErrors) database.transactions.abort(transaction.sessionId);
  return reply;
}
