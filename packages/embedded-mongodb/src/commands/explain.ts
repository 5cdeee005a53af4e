import { ADVICE, serverError } from "../errors";
import { planQuery, type Plan } from "../planner/plan";
import { findStored, type FindOptions, type ScanStats } from "../planner/scan";
import { compileStages } from "../query/pipeline";
import type { Doc } from "../query/values";
import { docField, getCollection, readerOf, type Context } from "./context";
import { findOptions } from "./find";
import { finder, leadingQuery } from "./leading-query";

/**
 * explain: https://www.mongodb.com/docs/manual/reference/command/explain/
 * Tells how a find or a pipeline finds its documents, with MongoDB's stage names, and how many it reads, joins included.
 */
export function explain(context: Context): Doc {
  const inner = docField(context.command, "explain");
  const [name = ""] = Object.keys(inner);
  if (name !== "find" && name !== "aggregate")
    throw serverError("CommandNotFound", `Explain failed due to unknown command: ${name}. ${ADVICE}`);
  const collection = String(inner[name]);
  const pipeline = (inner.pipeline ?? []) as Doc[];
  const { options, rest } =
    name === "find" ? { options: findOptions(inner), rest: [] } : leadingQuery(pipeline);
  const info = getCollection(context, `${context.db}.${collection}`);
  const plan = info && planQuery(info, options);
  const answer: Doc = { queryPlanner: { winningPlan: plan ? planTree(plan, options) : { stage: "EOF" } } };
  if (context.command.verbosity !== "queryPlanner") {
    const stats: ScanStats = { keysExamined: 0, docsExamined: 0 };
    const find = finder(context, stats);
    const rows =
      name === "find"
        ? findStored(readerOf(context), info, options, stats)
        : find(collection, compileStages(pipeline, find));
    for (const _ of rows);
    answer.executionStats = {
      totalKeysExamined: stats.keysExamined,
      totalDocsExamined: stats.docsExamined,
    };
  }
  return { ...(rest.length > 0 ? { stages: [{ $cursor: answer }, ...rest] } : answer), ok: 1 };
}

function planTree(plan: Plan, { filter, sort = {} }: FindOptions): Doc {
  const found: Doc =
    plan.kind === "COLLSCAN"
      ? { stage: "COLLSCAN", filter }
      : {
          stage: "FETCH",
          filter,
          inputStage: { stage: "IXSCAN", keyPattern: plan.index.key, indexName: plan.index.name },
        };
  const isSorted = plan.sorted || Object.keys(sort).length === 0;
  return isSorted ? found : { stage: "SORT", sortPattern: sort, inputStage: found };
}
