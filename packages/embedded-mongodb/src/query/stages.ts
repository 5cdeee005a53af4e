import { EJSON } from "bson";
import { badValue, failedToParse, location } from "../errors";
import { compileExpression, splitFieldPath } from "./expression";
import { compileRowTest } from "./filter";
import { compileGroup } from "./group";
import { toWhole } from "./numbers";
import { compileAddFields, compileProjection } from "./projection";
import { Row, type CompileStage, type RunStage } from "./row";
import { compileSort } from "./sort";
import { isDocument, isNullish, ownValue, withValue, type Doc } from "./values";

/** The stages that only use their input documents. */
export const plainStages: Record<string, CompileStage> = {
  $match: (specification) => {
    const test = compileRowTest(document(specification, "$match"));
    return function* match(rows) {
      for (const row of rows) if (test(row)) yield row;
    };
  },
  $project: (specification) => mapping(compileProjection(document(specification, "$project"))),
  $addFields: (specification) => mapping(compileAddFields(document(specification, "$addFields"))),
  $set: (specification) => mapping(compileAddFields(document(specification, "$set"))),
  $replaceRoot: (specification) => replacing(document(specification, "$replaceRoot").newRoot),
  $sort: (specification) => {
    const sort = compileSort(document(specification, "$sort"));
    return (rows) => sort(rows);
  },
  $limit: (specification) => {
    const count = wholeNumber(specification, "$limit");
    if (count === 0) throw location(15958, "the limit must be positive");
    return (rows) => slice(rows, 0, count);
  },
  $skip: (specification) => {
    const count = wholeNumber(specification, "$skip");
    return (rows) => slice(rows, count, 0);
  },
  $group: (specification) => compileGroup(document(specification, "$group")),
  $unwind: (specification) => compileUnwind(specification),
};

function document(specification: unknown, stage: string): Doc {
  if (isDocument(specification) && Object.keys(specification).length > 0) return specification;
  if (isDocument(specification) && stage === "$match") return specification;
  throw failedToParse(`the ${stage} stage needs an object that is not empty`);
}

/** A stage that maps each document to one. */
export function mapping(convert: (row: Row) => Row): RunStage {
  return function* map(rows) {
    for (const row of rows) yield convert(row);
  };
}

function replacing(expression: unknown): RunStage {
  const evaluate = compileExpression(expression);
  return mapping(({ doc }) => {
    const value = evaluate(doc);
    if (isDocument(value)) return Row.of(value);
    throw location(
      40228,
      `'newRoot' expression must evaluate to an object, but is: ${EJSON.stringify(value)}`,
    );
  });
}

function wholeNumber(value: unknown, stage: string): number {
  const whole = toWhole(value);
  if (whole !== null && whole >= 0) return whole;
  throw badValue(
    `invalid argument to ${stage} stage: Expected a non-negative number in: ${EJSON.stringify(value)}`,
  );
}

/** The items after the first `skip`; at most `limit`, 0 for all. Reads no more than needed. */
export function* slice<T>(items: Iterable<T>, skip: number, limit: number): Iterable<T> {
  let position = 0;
  for (const item of items) {
    position += 1;
    if (position <= skip) continue;
    yield item;
    if (limit > 0 && position >= skip + limit) return;
  }
}

// One document per element; a value that is not an array counts as one element.
function compileUnwind(specification: unknown): RunStage {
  const given: Doc = isDocument(specification) ? specification : { path: specification };
  const { path, preserveNullAndEmptyArrays: keep, ...unknown } = given;
  if (typeof path !== "string" || !path.startsWith("$") || Object.keys(unknown).length > 0) {
    throw failedToParse("$unwind needs a path that begins with '$', and knows preserveNullAndEmptyArrays");
  }
  const parts = splitFieldPath(path.slice(1));
  return function* unwind(rows) {
    for (const row of rows) {
      const value = parts.reduce<unknown>(
        (at, part) => (isDocument(at) ? ownValue(at, part) : undefined),
        row.doc,
      );
      if (Array.isArray(value)) {
        if (value.length === 0 && keep) yield Row.of(withValue(row.doc, parts, undefined));
        for (const item of value) yield Row.of(withValue(row.doc, parts, item));
      } else if (!isNullish(value) || keep) {
        yield row;
      }
    }
  };
}
