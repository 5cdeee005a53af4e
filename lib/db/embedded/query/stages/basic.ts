import { compileAddFields } from "../add-fields";
import { location } from "../errors";
import { compileExpression } from "../expression";
import { compileFilterIn } from "../filter";
import { compileGroup } from "../group";
import { isNumber, toInteger, toNumber } from "../numbers";
import { print } from "../print";
import { compileStageProjection } from "../projection";
import { compileSortFields, parseSort } from "../sort";
import type { CompileStage } from "../stages";
import { isDocument, typeName, type Doc } from "../values";
import { compileUnwind } from "./unwind";

/** A stage that turns each document into one. */
function mapping(compile: (...given: Parameters<CompileStage>) => (doc: Doc) => Doc): CompileStage {
  return (specification, context) => {
    const convert = compile(specification, context);
    return function* map(docs) {
      for (const doc of docs) yield convert(doc);
    };
  };
}

const match: CompileStage = (specification, context) => {
  if (!isDocument(specification))
    throw location(15959, "the match filter must be an expression in an object");
  const test = compileFilterIn(specification, {
    strings: context.scope.strings,
    variables: context.variables,
  });
  return function* filter(docs) {
    for (const doc of docs) if (test(doc)) yield doc;
  };
};

const project = mapping((specification, context) => {
  if (!isDocument(specification)) throw location(15969, "$project specification must be an object");
  const apply = compileStageProjection(specification, context.scope);
  return (doc) => apply(doc, context.environment(doc));
});

const addFields = mapping((specification, context) => {
  if (!isDocument(specification))
    throw location(40272, `$addFields specification stage must be an object, got ${typeName(specification)}`);
  const apply = compileAddFields(specification, context.scope);
  return (doc) => apply(doc, context.environment(doc));
});

const unset = mapping((specification, context) => {
  if (typeof specification !== "string" && !Array.isArray(specification)) {
    throw location(31002, "$unset specification must be a string or an array");
  }
  const paths = Array.isArray(specification) ? (specification as unknown[]) : [specification];
  if (paths.length === 0)
    throw location(31119, "$unset specification must be a string or an array with at least one field");
  if (!paths.every((path) => typeof path === "string")) {
    throw location(31120, "$unset specification must be a string or an array containing only string values");
  }
  const apply = compileStageProjection(Object.fromEntries(paths.map((path) => [path, 0])), context.scope);
  return (doc) => apply(doc, context.environment(doc));
});

/** A stage that puts an expression's document in the place of each document. */
function replacing(expressionOf: (specification: unknown) => unknown): CompileStage {
  return mapping((specification, context) => {
    const evaluate = compileExpression(expressionOf(specification), context.scope);
    return (doc) => {
      const value = evaluate(context.environment(doc));
      if (isDocument(value)) return value;
      throw location(
        40228,
        `'newRoot' expression must evaluate to an object, but resulting value was: ${print(value)}. Type of resulting value: '${typeName(value)}'. Input document: ${print(doc)}`,
      );
    };
  });
}

const replaceRoot = replacing((specification) => {
  if (!isDocument(specification))
    throw location(
      40229,
      `expected an object as specification for $replaceRoot stage, got ${typeName(specification)}`,
    );
  const unknown = Object.keys(specification).find((key) => key !== "newRoot");
  if (unknown) throw location(40415, `BSON field '$replaceRoot.${unknown}' is an unknown field.`);
  if (!Object.hasOwn(specification, "newRoot"))
    throw location(40414, "BSON field '$replaceRoot.newRoot' is missing but a required field");
  return specification.newRoot;
});

const sort: CompileStage = (specification, context) => {
  if (!isDocument(specification)) throw location(15973, "the $sort key specification must be an object");
  const fields = parseSort(specification);
  if (fields.length === 0) throw location(15976, "$sort stage must have at least one sort key");
  const compare = compileSortFields(fields, context.scope.strings);
  return function* sorted(docs) {
    yield* [...docs].sort(compare);
  };
};

function wholeNumber(value: unknown, stage: string, code: number): number {
  const whole = isNumber(value) ? toInteger(value) : null;
  if (whole === null || whole < 0n) {
    throw location(
      code,
      `invalid argument to ${stage} stage: Expected a non-negative number in: ${stage}: ${print(value)}`,
    );
  }
  return Number(whole);
}

const limit: CompileStage = (specification) => {
  const count = wholeNumber(specification, "$limit", 5107201);
  if (count === 0) throw location(15958, "the limit must be positive");
  return function* take(docs) {
    let left = count;
    for (const doc of docs) {
      yield doc;
      left -= 1;
      if (left === 0) return;
    }
  };
};

const skip: CompileStage = (specification) => {
  const count = wholeNumber(specification, "$skip", 5107200);
  return function* drop(docs) {
    let left = count;
    for (const doc of docs) {
      if (left > 0) left -= 1;
      else yield doc;
    }
  };
};

const count: CompileStage = (specification) => {
  if (typeof specification !== "string") throw location(40156, "the count field must be a non-empty string");
  if (specification === "") throw location(40157, "the count field must be a non-empty string");
  if (specification.startsWith("$")) throw location(40158, "the count field cannot be a $-prefixed path");
  if (specification.includes(".")) throw location(40160, "the count field cannot contain '.'");
  return function* counted(docs) {
    let total = 0;
    for (const doc of docs) total += Number(doc !== null);
    if (total > 0) yield { [specification]: total };
  };
};

const group: CompileStage = (specification, context) => {
  const run = compileGroup(specification, context.scope);
  return (docs) => run(environments(docs, context));
};

function* environments(docs: Iterable<Doc>, context: Parameters<CompileStage>[1]) {
  for (const doc of docs) yield context.environment(doc);
}

const sample: CompileStage = (specification) => {
  const size = isDocument(specification) ? specification.size : undefined;
  if (!isDocument(specification)) throw location(28745, "the $sample stage specification must be an object");
  if (!isNumber(size)) throw location(28746, "size argument to $sample must be a number");
  if (toNumber(size) <= 0) throw location(28747, "size argument to $sample must not be negative");
  return function* sampled(docs) {
    const pool = [...docs];
    for (let left = Math.min(toNumber(size), pool.length); left > 0; left -= 1) {
      const [picked] = pool.splice(Math.floor(Math.random() * pool.length), 1);
      if (picked) yield picked;
    }
  };
};

const documents: CompileStage = (specification, context) => {
  const values = compileExpression(specification, context.scope)(context.environment({}));
  if (!Array.isArray(values) || !values.every(isDocument)) {
    throw location(
      5858203,
      "error during aggregation :: caused by :: '$documents' must evaluate to an array of objects",
    );
  }
  return () => values as Doc[];
};

/** Stages that look at one document at a time, and sorting, counting, grouping. */
export const basicStages: Record<string, CompileStage> = {
  $match: match,
  $project: project,
  $addFields: addFields,
  $set: addFields,
  $unset: unset,
  $replaceRoot: replaceRoot,
  $replaceWith: replacing((specification) => specification),
  $sort: sort,
  $limit: limit,
  $skip: skip,
  $count: count,
  $group: group,
  $unwind: (specification) => compileUnwind(specification),
  $sample: sample,
  $documents: documents,
};
