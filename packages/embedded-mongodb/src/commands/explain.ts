import { ADVICE, serverError } from "../errors";
import { planQuery, type Plan, type Query } from "../planner/plan";
import type { Doc } from "../query/values";
import { docField, getCollection, type Context } from "./context";
import { findOptions } from "./find";
import { leadingQuery } from "./leading-query";

/**
 * explain: https://www.mongodb.com/docs/manual/reference/command/explain/
 * Tells how a find, or the beginning of a pipeline, finds its documents, with MongoDB's stage names. It does not run them.
 */
export function explain(context: Context): Doc {
  const inner = docField(context.command, "explain");
  const [name = ""] = Object.keys(inner);
  if (name !== "find" && name !== "aggregate")
    throw serverError("CommandNotFound", `Explain failed due to unknown command: ${name}. ${ADVICE}`);
  const query = name === "find" ? findOptions(inner) : leadingQuery((inner.pipeline ?? []) as Doc[]).options;
  const info = getCollection(context, `${context.db}.${String(inner[name])}`);
  const winningPlan = info ? planTree(planQuery(info, query), query) : { stage: "EOF" };
  return { queryPlanner: { winningPlan }, ok: 1 };
}

function planTree(plan: Plan, { filter, sort = {} }: Query): Doc {
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
