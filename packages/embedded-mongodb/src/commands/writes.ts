import { serverError, ServerError } from "../errors";
import { truthy } from "../query/numbers";
import type { Doc } from "../query/values";
import type { Target } from "../storage/documents";
import type { Writer } from "../storage/kv";
import { writeStatement, type Context } from "./context";

/** A statement of a write command. `create` creates the collection if `target` is null. */
export type Statement = (spec: Doc, writer: Writer, target: Target | null, create: () => Target) => Doc;

type Outcome = { replies: { index: number; reply: Doc }[]; errors: Doc[] };

/** The statements of a write command. @throws ServerError InvalidLength if there are none */
export function statementsOf(value: unknown): Doc[] {
  if (Array.isArray(value) && value.length > 0) return value as Doc[];
  throw serverError("InvalidLength", "Write batch sizes must be between 1 and 100000. Got 0 operations.");
}

/**
 * Executes the statements of a write command in order, as one commit. `ordered` stops at the first failure. Earlier
 * statements keep their effect, except in a transaction.
 */
export async function runStatements(
  context: Context,
  namespace: string,
  specs: Doc[],
  run: Statement,
): Promise<Outcome> {
  const ordered = context.command.ordered === undefined || truthy(context.command.ordered);
  const outcome = await writeStatement(context, namespace, (writer, found, make) => {
    const all: Outcome = { replies: [], errors: [] };
    let target = found;
    const create = () => (target ??= make());
    for (const [index, spec] of specs.entries()) {
      try {
        all.replies.push({ index, reply: run(spec, writer, target, create) });
      } catch (error) {
        if (!isOfStatement(error)) throw error;
        all.errors.push({ index, code: error.code, ...error.details, errmsg: error.message });
        if (ordered) break;
      }
    }
    return all;
  });
  const { transaction, database } = context;
  if (transaction && outcome.errors.length > 0) database.transactions.abort(transaction.sessionId);
  return outcome;
}

// A write conflict concerns the whole transaction.
function isOfStatement(error: unknown): error is ServerError {
  return error instanceof ServerError && !error.is("WriteConflict");
}

/** The reply of a write command. */
export function writeReply(reply: Doc, errors: Doc[]): Doc {
  return { ...reply, ...(errors.length > 0 ? { writeErrors: errors } : {}), ok: 1 };
}
