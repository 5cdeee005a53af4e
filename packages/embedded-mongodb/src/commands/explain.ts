import { ADVICE, serverError } from "../errors";
import { planQuery, type Plan } from "../planner/plan";
import { findStored, type FindOptions, type ScanStats } from "../planner/scan";
import { compilePipeline } from "../query/pipeline";
import type { Row } from "../query/row";
import type { Doc } from "../query/values";
import type { CollectionInfo } from "../storage/catalog";
import { docField, getCollection, readerOf, type Context } from "./context";
import { findOptions } from "./find";
import { finder, leadingQuery } from "./leading-query";

/** A query, and the stages after it. */
type Explained = { options: FindOptions; rest: Doc[] };

/**
 * explain: https://www.mongodb.com/docs/manual/reference/command/explain/
 * Tells how a find or a pipeline finds its documents, with MongoDB's stage names.
 */
export function explain(context: Context): Doc {
  const inner = docField(context.command, "explain");
  const [name = ""] = Object.keys(inner);
  const explained = read(name, inner);
  const { options, rest } = explained;
  const namespace = `${context.db}.${String(inner[name])}`;
  const info = getCollection(context, namespace);
  const plan = info && planQuery(info, options);
  const winningPlan = info && plan ? planTree(plan, options) : { stage: "EOF" };
  const answer: Doc = { queryPlanner: { namespace, winningPlan } };
  if (context.command.verbosity !== "queryPlanner") {
    answer.executionStats = execute(context, info, plan, explained);
  }
  const stages = rest.length > 0 ? { stages: [{ $cursor: answer }, ...rest] } : answer;
  return { explainVersion: "1", ...stages, command: inner, ok: 1 };
}

function read(name: string, inner: Doc): Explained {
  if (name === "find") return { options: findOptions(inner), rest: [] };
  if (name === "aggregate") return leadingQuery((inner.pipeline ?? []) as Doc[]);
  throw serverError("CommandNotFound", `Explain failed due to unknown command: ${name}. ${ADVICE}`);
}

/** Executes the query, and reports its cost, including that of joins. */
function execute(
  context: Context,
  info: CollectionInfo | null,
  plan: Plan | null,
  { options, rest }: Explained,
): Doc {
  const stats: ScanStats = { keysExamined: 0, docsExamined: 0 };
  const start = performance.now();
  let nReturned = 0;
  function* found(): Iterable<Row> {
    for (const row of findStored(readerOf(context), info, options, plan, stats)) {
      nReturned += 1;
      yield row;
    }
  }
  for (const _ of compilePipeline(rest, finder(context, stats))(found()));
  return {
    nReturned,
    executionTimeMillis: Math.round(performance.now() - start),
    totalKeysExamined: stats.keysExamined,
    totalDocsExamined: stats.docsExamined,
  };
}

function planTree(plan: Plan, { filter, sort = {}, limit }: FindOptions): Doc {
  let tree: Doc = { stage: "COLLSCAN", filter };
  const wrap = (stage: Doc) => (tree = { ...stage, inputStage: tree });
  if (plan.kind === "IXSCAN") {
    const { index, reverse } = plan;
    tree = { stage: "IXSCAN", keyPattern: index.key, indexName: index.name };
    tree.direction = reverse ? "backward" : "forward";
    wrap({ stage: "FETCH", filter });
  }
  if (Object.keys(sort).length > 0 && !plan.sorted) wrap({ stage: "SORT", sortPattern: sort });
  if (limit) wrap({ stage: "LIMIT", limitAmount: limit });
  return tree;
}
