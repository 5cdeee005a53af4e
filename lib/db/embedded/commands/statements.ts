import { once, truthy, writeStatement, type Context } from "../context";
import type { Target } from "../documents";
import { serverError } from "../errors";
import type { Writer } from "../kv";
import type { Doc } from "../query";
import { statementIds } from "./insert";
import { isStatementError, writeError } from "./write-errors";

// As many statements on single documents as one commit takes.
const CHUNK = 500;

/** A statement of a write command. One on a single document shares its commit with its neighbours. */
export type Statement =
  | { one: (writer: Writer, target: Target | null, create: () => Target) => Doc }
  | { many: () => Promise<Doc> };

export type Outcome = { replies: { index: number; reply: Doc }[]; errors: Doc[] };

/** The specifications of a write command. @throws ServerError InvalidLength where there are none */
export function specifications(value: unknown): Doc[] {
  if (Array.isArray(value) && value.length > 0) return value as Doc[];
  throw serverError("InvalidLength", "Write batch sizes must be between 1 and 100000. Got 0 operations.");
}

/**
 * Carries out the statements of a write command in their order; `ordered` ends it at the first that fails.
 * @param prepare makes a statement of its specification; what it throws is the failure of that statement
 */
export async function runStatements(
  context: Context,
  namespace: string,
  specs: Doc[],
  prepare: (spec: Doc) => Statement,
): Promise<Outcome> {
  const ordered = context.command.ordered === undefined || truthy(context.command.ordered);
  const ids = statementIds(context.command);
  const all: Outcome = { replies: [], errors: [] };
  const note = (index: number, error: unknown) => {
    if (!isStatementError(error)) throw error;
    all.errors.push(writeError(index, error));
  };
  const stop = () => ordered && all.errors.length > 0;
  for (let index = 0; index < specs.length && !stop();) {
    const start = index;
    const chunk = smallOnes(specs, start, prepare);
    if (chunk.length === 0) {
      try {
        const statement = prepare(specs[start] ?? {});
        if ("many" in statement) all.replies.push({ index: start, reply: await statement.many() });
      } catch (error) {
        note(start, error);
      }
      index += 1;
      continue;
    }
    // A commit that has to wait for a transaction begins anew: what it had noted is forgotten.
    const noted = { replies: all.replies.length, errors: all.errors.length };
    await writeStatement(context, namespace, (writer, target, make) => {
      all.replies.length = noted.replies;
      all.errors.length = noted.errors;
      let current = target;
      const create = () => (current ??= make());
      for (const [offset, { one }] of chunk.entries()) {
        if (stop()) break;
        const at = start + offset;
        try {
          const work = () => ({ reply: one(writer, current, create), done: true });
          all.replies.push({ index: at, reply: once(context, writer, ids(at), work) });
        } catch (error) {
          note(at, error);
        }
      }
    });
    index += chunk.length;
  }
  return all;
}

type Small = Extract<Statement, { one: unknown }>;

/** The statements on single documents from here on, up to one that is not, or that makes no sense. */
function smallOnes(specs: Doc[], start: number, prepare: (spec: Doc) => Statement): Small[] {
  const found: Small[] = [];
  for (const spec of specs.slice(start, start + CHUNK)) {
    let statement: Statement;
    try {
      statement = prepare(spec);
    } catch {
      break;
    }
    if ("many" in statement) break;
    found.push(statement);
  }
  return found;
}
