import { docField, getCollection, readerOf, truthy, type Context } from "../context";
import type { CollectionInfo } from "../catalog";
import { serverError } from "../errors";
import { planQuery, type Plan } from "../plan";
import { compileFilter, type Doc } from "../query";
import { findStored, type FindOptions, type ScanStats } from "../scan";
import { leadingQuery } from "./aggregate";
import { findOptions } from "./find";
import { VERSION } from "./handshake";

/** explain: https://www.mongodb.com/docs/manual/reference/command/explain/ */
export function explain(context: Context): Doc {
  const inner = docField(context.command, "explain");
  return explainCommand(context, inner, String(context.command.verbosity ?? "allPlansExecution"));
}

/** Tells how a command finds its documents, with MongoDB's names of the stages. */
export function explainCommand(context: Context, inner: Doc, verbosity: string): Doc {
  const name = Object.keys(inner)[0] ?? "";
  const namespace = `${context.database}.${String(inner[name])}`;
  const info = getCollection(context, namespace);
  const run = verbosity !== "queryPlanner";
  const common = {
    command: inner,
    serverInfo: { host: "localhost", port: 0, version: VERSION, gitVersion: "evenly" },
  };
  if (name === "aggregate") {
    const { options, rest } = leadingQuery((inner.pipeline ?? []) as Doc[]);
    const explained = explainFind(context, info, namespace, { ...options, hint: inner.hint }, run);
    if (rest.length === 0) return { explainVersion: "1", ...explained, ...common, ok: 1 };
    return { explainVersion: "1", stages: [{ $cursor: explained }, ...rest], ...common, ok: 1 };
  }
  const options = optionsOf(name, inner);
  const wrapper = WRITE_STAGES[name];
  const explained = explainFind(context, info, namespace, options, run, wrapper);
  return { explainVersion: "1", ...explained, ...common, ok: 1 };
}

const WRITE_STAGES: Record<string, string | undefined> = {
  count: "COUNT",
  update: "UPDATE",
  delete: "DELETE",
  findAndModify: "UPDATE",
};

type Explained = FindOptions & { projection?: Doc };

function optionsOf(name: string, inner: Doc): Explained {
  switch (name) {
    case "find":
      return findOptions(inner);
    case "count":
    case "distinct":
      return { filter: docField(inner, "query"), hint: inner.hint };
    case "update": {
      const [first] = inner.updates as Doc[];
      return { filter: docField(first ?? {}, "q"), hint: first?.hint };
    }
    case "delete": {
      const [first] = inner.deletes as Doc[];
      return { filter: docField(first ?? {}, "q"), hint: first?.hint };
    }
    case "findAndModify":
      return { filter: docField(inner, "query"), sort: docField(inner, "sort"), hint: inner.hint, limit: 1 };
    default:
      throw serverError("CommandNotFound", `Explain failed due to unknown command: ${name}`);
  }
}

function explainFind(
  context: Context,
  info: CollectionInfo | null,
  namespace: string,
  options: Explained,
  run: boolean,
  wrapper?: string,
): Doc {
  compileFilter(options.filter);
  const plan = info && planQuery(info, options);
  const tree = plan ? planTree(plan, options) : { stage: "EOF" };
  const winningPlan = wrapper ? { stage: wrapper, inputStage: tree } : tree;
  const queryPlanner = {
    namespace,
    parsedQuery: options.filter,
    indexFilterSet: false,
    winningPlan,
    rejectedPlans: [],
  };
  if (!run) return { queryPlanner };
  const stats: ScanStats = { keysExamined: 0, docsExamined: 0 };
  const start = performance.now();
  let returned = 0;
  if (info && plan) for (const _ of findStored(readerOf(context), info, options, plan, stats)) returned += 1;
  return {
    queryPlanner,
    executionStats: {
      executionSuccess: true,
      nReturned: returned,
      executionTimeMillis: Math.round(performance.now() - start),
      totalKeysExamined: stats.keysExamined,
      totalDocsExamined: stats.docsExamined,
      executionStages: { ...winningPlan, nReturned: returned },
    },
  };
}

function planTree(plan: Plan, options: Explained): Doc {
  let tree = scanTree(plan, options.filter);
  const sorted = options.sort && Object.keys(options.sort).length > 0;
  if (sorted && !plan.sorted)
    tree = { stage: "SORT", sortPattern: options.sort, type: "simple", inputStage: tree };
  if (options.skip) tree = { stage: "SKIP", skipAmount: options.skip, inputStage: tree };
  if (options.limit) tree = { stage: "LIMIT", limitAmount: options.limit, inputStage: tree };
  if (options.projection && Object.keys(options.projection).length > 0) {
    tree = { stage: "PROJECTION_DEFAULT", transformBy: options.projection, inputStage: tree };
  }
  return tree;
}

function scanTree(plan: Plan, filter: Doc): Doc {
  const shown = Object.keys(filter).length > 0 ? { filter } : {};
  if (plan.kind === "COLLSCAN") {
    return { stage: "COLLSCAN", ...shown, direction: plan.reverse ? "backward" : "forward" };
  }
  if (plan.kind === "OR") {
    const inputs = plan.plans.map((part) => {
      const tree = scanTree(part, {});
      return tree.stage === "FETCH" ? tree.inputStage : tree;
    });
    return { stage: "FETCH", ...shown, inputStage: { stage: "OR", inputStages: inputs } };
  }
  const { index } = plan;
  return {
    stage: "FETCH",
    ...shown,
    inputStage: {
      stage: "IXSCAN",
      keyPattern: index.key,
      indexName: index.name,
      isMultiKey: truthy(index.multikey),
      isUnique: truthy(index.unique),
      isSparse: truthy(index.sparse),
      isPartial: index.partialFilterExpression !== undefined,
      direction: plan.reverse ? "backward" : "forward",
      intervals: plan.intervals.length,
      boundedFields: plan.bounded,
    },
  };
}
