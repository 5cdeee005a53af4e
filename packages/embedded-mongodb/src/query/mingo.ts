import { Context, evalExpr } from "mingo/core";
import * as accumulators from "mingo/operators/accumulator";
import * as expressions from "mingo/operators/expression";
import { badValue, location, ServerError } from "../errors";
import { compareValues } from "./compare";
import { isNumber, toNumber } from "./numbers";
import { isDocument, setOwn, words, type Doc } from "./values";

/**
 * Expressions come from the library. It uses JavaScript numbers, so all number types are converted first. The list names
 * what it evaluates like MongoDB; each has a row in `conformance/`. To support another one, add a row, check its answer,
 * and add its name.
 */
export const EXPRESSIONS = words(`
  $abs $add $ceil $divide $exp $floor $ln $log $log10 $mod $multiply $pow $round $sqrt $subtract $trunc
  $bitAnd $sum $avg $min $max
  $eq $ne $gt $gte $lt $lte $cmp $and $or $not $cond $ifNull $switch $in
  $arrayElemAt $concatArrays $filter $first $firstN $indexOfArray $isArray $last $map $maxN $range $reduce
  $reverseArray $size $slice
  $sortArray $zip $setDifference $setEquals $setIntersection $setIsSubset $setUnion $allElementsTrue
  $anyElementTrue
  $objectToArray $mergeObjects $getField $let $literal
  $concat $ltrim $trim $regexFind $regexFindAll $regexMatch $replaceAll $replaceOne $split $strcasecmp
  $strLenBytes $strLenCP $substrBytes $substrCP
  $convert $toBool $toDate $toDouble $toInt $toLong $toString
  $year $month $dayOfMonth $hour $millisecond $dayOfWeek $dayOfYear $isoWeek $isoDayOfWeek
  $dateDiff $dateFromString $dateToParts $dateToString $dateTrunc
`);

type Operator = (value: never, argument: never, options: never) => unknown;

// The library's order of ids, documents, and types differs, so comparisons are ours. Missing is below null.
function comparison(holds: (order: number) => unknown): Operator {
  return (value, argument, options) => {
    const [a, b] = evalExpr(value, argument, options) as [unknown, unknown];
    const missing = Number(a !== undefined) - Number(b !== undefined);
    return holds(missing || compareValues(a, b));
  };
}

const comparisons = {
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $cmp: comparison((order) => Math.sign(order)),
};

// The library's flattens lists in the list, and refuses an empty one.
function elementAt(name: string, index: 0 | -1): Operator {
  return (value, argument: unknown, options) => {
    const [operand] = Array.isArray(argument) && argument.length === 1 ? argument : [argument];
    const list: unknown = evalExpr(value, operand as never, options);
    if (list === undefined || list === null) return null;
    if (!Array.isArray(list)) throw location(28689, `${name}'s argument must be an array`);
    return list.at(index);
  };
}

const ends = { $first: elementAt("$first", 0), $last: elementAt("$last", -1) };

// Some expressions, such as $sum of a list, are its accumulators.
const context = Context.init({
  expression: { ...expressions, ...comparisons, ...ends },
  accumulator: accumulators,
} as never);
const options = { context, scriptEnabled: false };

/** The value of an expression for a document. @throws ServerError BadValue with the library's message */
export function evaluate(expression: unknown, doc: unknown): unknown {
  try {
    return evalExpr(plain(doc) as never, expression as never, options as never);
  } catch (error) {
    if (error instanceof ServerError) throw error;
    const text = error instanceof Error ? error.message : String(error);
    throw text.startsWith("Use of undefined variable") ? location(17276, text) : badValue(text);
  }
}

/** A copy whose numbers are JavaScript's; the value itself if it is of another type. */
export function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  if (!isDocument(value)) return isNumber(value) ? toNumber(value) : value;
  const doc: Doc = {};
  for (const name of Object.keys(value)) setOwn(doc, name, plain(value[name]));
  return doc;
}
