import { location } from "../errors";
import { compareValues } from "../compare";
import { compileGroup } from "../group";
import { compileExpression } from "../expression";
import { compileSort } from "../sort";
import { compileStages } from "../pipeline";
import type { CompileStage } from "../stages";
import { isDocument, typeOf, setOwn, type Doc } from "../values";

const sortByCount: CompileStage = (specification, context) => {
  if (typeof specification === "string" && !specification.startsWith("$")) {
    throw location(
      40148,
      "the sortByCount field must be defined as a $-prefixed path or an expression inside an object",
    );
  }
  if (isDocument(specification) && !(Object.keys(specification)[0] ?? "").startsWith("$")) {
    throw location(
      40147,
      "the sortByCount field must be defined as a $-prefixed path or an expression inside an object",
    );
  }
  if (typeof specification !== "string" && !isDocument(specification)) {
    throw location(40149, "the sortByCount field must be specified as a string or as an object");
  }
  const group = compileGroup({ _id: specification, count: { $sum: 1 } }, context.scope);
  const compare = compileSort({ count: -1 });
  return function* counted(docs) {
    yield* [...group([...docs].map((doc) => context.environment(doc)))].sort(compare);
  };
};

const bucket: CompileStage = (specification, context) => {
  if (!isDocument(specification)) throw location(40201, "Argument to $bucket stage must be an object");
  const unknown = Object.keys(specification).find(
    (key) => !["groupBy", "boundaries", "default", "output"].includes(key),
  );
  if (unknown) throw location(40197, `Unrecognized option to $bucket: ${unknown}.`);
  const { groupBy, boundaries } = specification;
  if (groupBy === undefined || boundaries === undefined)
    throw location(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
  if (!Array.isArray(boundaries)) throw location(40200, "The $bucket 'boundaries' field must be an array");
  if (boundaries.length < 2)
    throw location(40192, "The $bucket 'boundaries' field must have at least 2 values");
  const limits = boundaries as unknown[];
  for (let at = 1; at < limits.length; at += 1) {
    const [before, after] = [limits[at - 1], limits[at]];
    if (compareValues(before, after) >= 0)
      throw location(40194, "The 'boundaries' option to $bucket must be sorted.");
    if (typeOf(before) !== typeOf(after) && typeof before !== typeof after)
      throw location(40193, "All values in the 'boundaries' option to $bucket must have the same type.");
  }
  const hasDefault = Object.hasOwn(specification, "default");
  const valueOf = compileExpression(groupBy, context.scope);
  const output = isDocument(specification.output) ? specification.output : { count: { $sum: 1 } };
  const group = compileGroup(
    { ...output, _id: "$$bucket" },
    { ...context.scope, names: new Set([...context.scope.names, "bucket"]) },
  );
  const placeOf = (value: unknown) => {
    const at = limits.findIndex((limit) => compareValues(value, limit) < 0);
    if (at > 0) return limits[at - 1];
    if (hasDefault) return specification.default;
    throw location(
      40066,
      "$switch could not find a matching branch for an input, and no default was specified.",
    );
  };
  return function* buckets(docs) {
    const placed = [...docs].map((doc) => {
      const environment = context.environment(doc);
      return {
        ...environment,
        variables: { ...environment.variables, bucket: placeOf(valueOf(environment)) },
      };
    });
    yield* [...group(placed)].sort((a, b) => compareValues(a._id, b._id));
  };
};

const notInFacet = new Set([
  "$facet",
  "$out",
  "$merge",
  "$geoNear",
  "$indexStats",
  "$collStats",
  "$documents",
]);

const facet: CompileStage = (specification, context) => {
  if (!isDocument(specification) || Object.keys(specification).length === 0) {
    throw location(40169, "the $facet specification must be a non-empty object");
  }
  const parts = Object.entries(specification).map(([name, pipeline]) => {
    if (name.startsWith("$") || name.includes("."))
      throw location(40235, `The field name '${name}' cannot contain '.' or start with '$'`);
    if (!Array.isArray(pipeline)) throw location(40170, `arguments to $facet must be arrays, ${name} is not`);
    for (const stage of pipeline as unknown[]) {
      const inner = isDocument(stage) ? Object.keys(stage)[0] : undefined;
      if (inner && notInFacet.has(inner))
        throw location(40600, `${inner} is not allowed to be used within a $facet stage`);
    }
    return [name, compileStages(pipeline, context)] as const;
  });
  return function* facets(docs) {
    const input = [...docs];
    const doc: Doc = {};
    for (const [name, runs] of parts) {
      setOwn(doc, name, [...runs.reduce<Iterable<Doc>>((items, run) => run(items), input)]);
    }
    yield doc;
  };
};

/** Stages that look at all documents together. */
export const bucketStages: Record<string, CompileStage> = {
  $sortByCount: sortByCount,
  $bucket: bucket,
  $facet: facet,
};
