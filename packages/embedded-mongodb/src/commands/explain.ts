import { serverError } from "../errors";
import { planQuery, type Plan } from "../planner/plan";
import { findStored, type FindOptions, type ScanStats } from "../planner/scan";
import { compileFilter } from "../query/filter";
import { compilePipeline } from "../query/pipeline";
import type { Row } from "../query/row";
import type { Doc } from "../query/values";
import { docField, getCollection, readerOf, type Context } from "./context";
import { findOptions } from "./find";
import { finder, leadingQuery } from "./leading-query";
import { statisticsStage } from "./statistics";

/**
 * explain: https://www.mongodb.com/docs/manual/reference/command/explain/
 * Tells how a command finds its documents, with MongoDB's stage names.
 */
export function explain(context: Context): Doc {
  const inner = docField(context.command, "explain");
  // Executes the query, and reports its cost, including that of joins.
  const run = context.command.verbosity !== "queryPlanner";
  const [name = ""] = Object.keys(inner);
  const namespace = `${context.db}.${String(inner[name])}`;
  const common = { explainVersion: "1", command: inner, ok: 1 };
  switch (name) {
    case "find":
      return { ...explainFind(context, namespace, findOptions(inner), run), ...common };
    case "count":
    case "distinct":
    case "findAndModify":
      return { ...explainFind(context, namespace, { filter: docField(inner, "query") }, run), ...common };
    case "aggregate": {
      const pipeline = (inner.pipeline ?? []) as Doc[];
      const { options, rest } = leadingQuery(pipeline);
      const statistics = statisticsStage(context, namespace, pipeline[0]);
      const explained = explainFind(context, namespace, statistics ? options : { ...options, rest }, run);
      return { ...(rest.length > 0 ? { stages: [{ $cursor: explained }, ...rest] } : explained), ...common };
    }
    default:
      throw serverError("CommandNotFound", `Explain failed due to unknown command: ${name}`);
  }
}

/** A query, and the stages after it. */
type Explained = FindOptions & { projection?: Doc; rest?: Doc[] };

function explainFind(context: Context, namespace: string, options: Explained, run: boolean): Doc {
  compileFilter(options.filter);
  const info = getCollection(context, namespace);
  const plan = info && planQuery(info, options);
  const winningPlan = plan ? planTree(plan, options) : { stage: "EOF" };
  const queryPlanner = { namespace, parsedQuery: options.filter, winningPlan, rejectedPlans: [] };
  if (!run) return { queryPlanner };
  const stats: ScanStats = { keysExamined: 0, docsExamined: 0 };
  const start = performance.now();
  let nReturned = 0;
  function* found(): Iterable<Row> {
    for (const row of info && plan ? findStored(readerOf(context), info, options, plan, stats) : []) {
      nReturned += 1;
      yield row;
    }
  }
  for (const _ of compilePipeline(options.rest ?? [], finder(context, stats))(found()));
  return {
    queryPlanner,
    executionStats: {
      executionSuccess: true,
      nReturned,
      executionTimeMillis: Math.round(performance.now() - start),
      totalKeysExamined: stats.keysExamined,
      totalDocsExamined: stats.docsExamined,
      executionStages: { ...winningPlan, nReturned },
    },
  };
}

function planTree(plan: Plan, { filter, sort = {}, skip, limit, projection = {} }: Explained): Doc {
  let tree = scanTree(plan, filter);
  const wrap = (stage: Doc) => (tree = { ...stage, inputStage: tree });
  if (Object.keys(sort).length > 0 && !plan.sorted) wrap({ stage: "SORT", sortPattern: sort });
  if (skip) wrap({ stage: "SKIP", skipAmount: skip });
  if (limit) wrap({ stage: "LIMIT", limitAmount: limit });
  if (Object.keys(projection).length > 0) wrap({ stage: "PROJECTION_DEFAULT", transformBy: projection });
  return tree;
}

function scanTree(plan: Plan, filter: Doc): Doc {
  if (plan.kind === "COLLSCAN") return { stage: "COLLSCAN", filter, direction: "forward" };
  const { index, reverse } = plan;
  const scan = {
    stage: "IXSCAN",
    keyPattern: index.key,
    indexName: index.name,
    isMultiKey: index.multikey === true,
    isUnique: index.unique === true,
    isPartial: index.partialFilterExpression !== undefined,
    direction: reverse ? "backward" : "forward",
  };
  return { stage: "FETCH", filter, inputStage: scan };
}
