import { ADVICE, serverError } from "../errors";
import { planQuery, type Plan } from "../planner/plan";
import { findStored, type FindOptions, type ScanStats } from "../planner/scan";
import { compileStages, runStages } from "../query/pipeline";
import type { Doc } from "../query/values";
import { docField, getCollection, readerOf, type Context } from "./context";
import { findOptions } from "./find";
import { finder, leadingQuery } from "./leading-query";

/** Tells how a find or a pipeline finds its documents, with MongoDB's stage names, and how many it reads, joins included. */
export function explain(context: Context): Doc {
  const inner = docField(context.command, "explain");
  const [name = ""] = Object.keys(inner);
  if (name !== "find" && name !== "aggregate")
    throw serverError("CommandNotFound", `Explain failed due to unknown command: ${name}. ${ADVICE}`);
  const { options, rest } =
    name === "find"
      ? { options: findOptions(inner), rest: [] }
      : leadingQuery((inner.pipeline ?? []) as Doc[]);
  const info = getCollection(context, `${context.db}.${String(inner[name])}`);
  const winningPlan = info ? planTree(planQuery(info, options), options) : { stage: "EOF" };
  const answer: Doc = { queryPlanner: { winningPlan } };
  if (context.command.verbosity !== "queryPlanner") {
    const stats: ScanStats = { keysExamined: 0, docsExamined: 0 };
    const { stages } = compileStages(rest, finder(context, stats));
    for (const _ of runStages(stages, findStored(readerOf(context), info, options, stats)));
    const { keysExamined: totalKeysExamined, docsExamined: totalDocsExamined } = stats;
    answer.executionStats = { totalKeysExamined, totalDocsExamined };
  }
  return rest.length > 0 ? { stages: [{ $cursor: answer }, ...rest] } : answer;
}

function planTree(plan: Plan | null, { filter, sort = {} }: FindOptions): Doc {
  const scan = plan && { stage: "IXSCAN", keyPattern: plan.index.key, indexName: plan.index.name };
  const found = scan ? { stage: "FETCH", filter, inputStage: scan } : { stage: "COLLSCAN", filter };
  const isSorted = plan?.sorted || Object.keys(sort).length === 0;
  return isSorted ? found : { stage: "SORT", sortPattern: sort, inputStage: found };
}
