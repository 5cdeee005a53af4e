import { failedToParse, location, typeMismatch } from "../errors";
import { compileExpression, evaluatePath, newScope } from "../expression";
import { compileFilterIn } from "../filter";
import { toNumber } from "../numbers";
import { compileStages, type StageContext } from "../pipeline";
import type { CompileStage } from "../stages";
import { valueKey } from "../value-key";
import { BsonType, isDocument, typeName, typeOf, type Doc } from "../values";
import { withValue } from "./unwind";

// A pipeline of its own inside a stage, with the variables it was given.
function runInner(
  pipeline: unknown,
  docs: Iterable<Doc>,
  context: StageContext,
  variables: Doc,
): Iterable<Doc> {
  const all = { ...context.variables, ...variables };
  const inner: StageContext = {
    ...context,
    variables: all,
    scope: newScope(all, context.scope.strings),
    environment: (doc) => ({ root: doc, current: doc, variables: all }),
  };
  return compileStages(pipeline, inner).reduce<Iterable<Doc>>((input, run) => run(input), docs);
}

// The documents of a collection by one field's values, for a join: null stands for missing.
function indexBy(docs: Iterable<Doc>, path: string): (value: unknown) => Doc[] {
  const byKey = new Map<string, Set<Doc>>();
  const put = (key: string, doc: Doc) => {
    const found = byKey.get(key);
    if (found) found.add(doc);
    else byKey.set(key, new Set([doc]));
  };
  const parts = path.split(".");
  const order = new Map<Doc, number>();
  for (const doc of docs) {
    order.set(doc, order.size);
    const value = evaluatePath(doc, parts, 0);
    put(valueKey(value ?? null), doc);
    if (Array.isArray(value)) for (const item of value.flat()) put(valueKey(item ?? null), doc);
    if (Array.isArray(value)) for (const item of value as unknown[]) put(valueKey(item ?? null), doc);
  }
  return (value) => {
    const keys =
      Array.isArray(value) && value.length > 0
        ? (value as unknown[]).map((item) => valueKey(item ?? null))
        : Array.isArray(value)
          ? []
          : [valueKey(value ?? null)];
    const found = new Set<Doc>();
    for (const key of keys) for (const doc of byKey.get(key) ?? []) found.add(doc);
    return [...found].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  };
}

function text(given: Doc, key: string, stage: string): string | undefined {
  const value = given[key];
  if (value !== undefined && typeof value !== "string") {
    throw typeMismatch(
      `BSON field '${stage}.${key}' is the wrong type '${typeName(value)}', expected type 'string'`,
    );
  }
  return value;
}

const lookup: CompileStage = (specification, context) => {
  if (!isDocument(specification)) throw failedToParse("the $lookup specification must be an Object");
  for (const key of Object.keys(specification)) {
    if (!["from", "localField", "foreignField", "as", "let", "pipeline"].includes(key)) {
      throw location(40415, `BSON field '$lookup.${key}' is an unknown field.`);
    }
  }
  const from = text(specification, "from", "$lookup");
  const as = text(specification, "as", "$lookup");
  const local = text(specification, "localField", "$lookup");
  const foreign = text(specification, "foreignField", "$lookup");
  const { pipeline } = specification;
  if (as === undefined) throw location(40414, "BSON field '$lookup.as' is missing but a required field");
  if (from === undefined && pipeline === undefined)
    throw failedToParse("must specify 'from' field for a $lookup");
  if ((local === undefined) !== (foreign === undefined) || (local === undefined && pipeline === undefined)) {
    throw failedToParse(
      "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
    );
  }
  const variables = Object.entries((specification.let ?? {}) as Doc).map(
    ([name, value]) => [name, compileExpression(value, context.scope)] as const,
  );
  // Complaints about the inner pipeline come even where no document reaches it.
  if (pipeline !== undefined) {
    runInner(pipeline, [], context, Object.fromEntries(variables.map(([name]) => [name, null])));
  }
  const target = as.split(".");
  return function* joined(docs) {
    const others = from === undefined ? [] : [...context.collection(from)];
    const find = foreign === undefined ? null : indexBy(others, foreign);
    for (const doc of docs) {
      const environment = context.environment(doc);
      let matches: Iterable<Doc> =
        find && local !== undefined
          ? findMatches(find, others, foreign as string, evaluatePath(doc, local.split("."), 0), context)
          : others;
      if (pipeline !== undefined) {
        const values = Object.fromEntries(variables.map(([name, evaluate]) => [name, evaluate(environment)]));
        matches = runInner(pipeline, matches, context, values);
      }
      yield withValue(doc, target, [...matches]) as Doc;
    }
  };
};

// A regular expression joins what equals it, not what it matches: keys, never patterns.
function findMatches(
  find: (value: unknown) => Doc[],
  others: Doc[],
  foreign: string,
  value: unknown,
  context: StageContext,
): Doc[] {
  if (typeOf(value) === BsonType.missing || value === null) {
    const test = compileFilterIn(
      { [foreign]: { $eq: null } },
      { strings: context.scope.strings, variables: {} },
    );
    return others.filter((other) => test(other));
  }
  return find(value);
}

const unionWith: CompileStage = (specification, context) => {
  const given: Doc = isDocument(specification) ? specification : { coll: specification };
  if (!isDocument(specification) && typeof specification !== "string") {
    throw failedToParse(
      `the $unionWith stage specification must be an object or string, but found ${typeName(specification)}`,
    );
  }
  const unknown = Object.keys(given).find((key) => key !== "coll" && key !== "pipeline");
  if (unknown) throw location(40415, `BSON field '$unionWith.${unknown}' is an unknown field.`);
  const { coll } = given;
  if (coll !== undefined && typeof coll !== "string") throw failedToParse("$unionWith coll must be a string");
  if (coll === undefined && given.pipeline === undefined)
    throw failedToParse(
      "$unionWith stage without explicit collection must have a pipeline with $documents as first stage",
    );
  const pipeline = given.pipeline ?? [];
  runInner(pipeline, [], context, {});
  return function* union(docs) {
    yield* docs;
    yield* runInner(pipeline, coll === undefined ? [] : context.collection(coll), context, {});
  };
};

const graphLookup: CompileStage = (specification, context) => {
  if (!isDocument(specification))
    throw location(
      40327,
      `the $graphLookup stage specification must be an object, but found ${typeName(specification)}`,
    );
  const {
    from,
    startWith,
    connectFromField,
    connectToField,
    as,
    maxDepth,
    depthField,
    restrictSearchWithMatch,
  } = specification;
  if (
    typeof from !== "string" ||
    typeof connectFromField !== "string" ||
    typeof connectToField !== "string" ||
    typeof as !== "string" ||
    startWith === undefined
  ) {
    throw location(
      40105,
      "$graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and 'connectToField' to be specified.",
    );
  }
  const start = compileExpression(startWith, context.scope);
  const deepest = maxDepth === undefined ? Infinity : toNumber(maxDepth);
  const restrict = isDocument(restrictSearchWithMatch)
    ? compileFilterIn(restrictSearchWithMatch, {
        strings: context.scope.strings,
        variables: context.variables,
      })
    : () => true;
  return function* graph(docs) {
    const find = indexBy(
      [...context.collection(from)].filter((doc) => restrict(doc)),
      connectToField,
    );
    for (const doc of docs) {
      const found = new Map<Doc, number>();
      let frontier = [start(context.environment(doc))].flat();
      for (let depth = 0; depth <= deepest && frontier.length > 0; depth += 1) {
        const next: unknown[] = [];
        for (const match of find(frontier)) {
          if (found.has(match)) continue;
          found.set(match, depth);
          next.push(evaluatePath(match, connectFromField.split("."), 0));
        }
        frontier = next.flat().filter((value) => value !== undefined);
      }
      const matches = [...found].map(([match, depth]) =>
        typeof depthField === "string" ? (withValue(match, depthField.split("."), depth) as Doc) : match,
      );
      yield withValue(doc, as.split("."), matches) as Doc;
    }
  };
};

/** Stages that read another collection. */
export const joinStages: Record<string, CompileStage> = {
  $lookup: lookup,
  $unionWith: unionWith,
  $graphLookup: graphLookup,
};
