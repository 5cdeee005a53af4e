import { encodeValue, invert, MAX_KEY } from "../query/keys";
import type { Doc } from "../query/values";
import type { CollectionInfo, IndexInfo } from "../storage/catalog";
import { prepareIndex } from "../storage/index-entries";
import { afterPrefix, startingWith, type Range } from "../storage/kv";
import { implies, predicatesOf, type Predicate, type Predicates } from "./predicates";

/** How the index that is chosen is read. */
export type Plan = {
  index: IndexInfo;
  /** Of the index's keys. */
  intervals: Range[];
  reverse: boolean;
  /** Whether the documents come in sort order. */
  sorted: boolean;
  /** Fields of the index whose keys the intervals bound. A range counts as half a field. */
  bounded: number;
  /** How many of them are bounded only to null or a boolean: "not deleted" is true of most documents. */
  weak: number;
  /** Whether each interval is the whole key of one entry. */
  points: boolean;
};

export type Query = { filter: Doc; sort?: Doc | undefined };

// Looking up more intervals is no faster than filtering by the next field.
const MAX_INTERVALS = 5000;

/**
 * Chooses how to find the documents of a query. An index serves equalities and $in on its first fields, then one
 * range, and provides the sort order if it can. Results are always filtered again.
 * @returns null if no index serves the query
 */
export function planQuery(info: CollectionInfo, { filter, sort }: Query): Plan | null {
  const predicates = predicatesOf(filter);
  const order = Object.entries(sort ?? {});
  const candidates = info.indexes
    .map((index) => planIndex(index, predicates, order))
    .filter((plan) => plan !== null)
    .sort((a, b) => scoreOf(b) - scoreOf(a));
  return candidates[0] ?? null;
}

function scoreOf({ index, intervals, bounded, weak, sorted }: Plan): number {
  const fields = Object.keys(index.key).length;
  const onePoint = bounded >= 1 && intervals.length === 1 ? 1 : 0;
  const wholeUniqueKey = index.unique && bounded === fields ? 50 : 0;
  // Order outweighs a further bound; a scan of a range or of the whole index in order is better only than a weak bound.
  const order = sorted ? (bounded >= 1 ? 15 : 5) : 0;
  return bounded * 10 - weak * 9 + wholeUniqueKey + onePoint + order - fields * 0.01;
}

function planIndex(index: IndexInfo, predicates: Predicates, sort: [string, unknown][]): Plan | null {
  const { prefix, paths, directions } = prepareIndex(index);
  if (sort.length === 0 && !predicates.has(paths[0]!)) return null;
  if (index.partialFilterExpression && !implies(predicates, index.partialFilterExpression)) return null;
  let stems = [prefix];
  let intervals: Range[] | null = null;
  let points = 0;
  let weak = 0;
  for (const [position, path] of paths.entries()) {
    // Two paths through one array may match different elements, which have different keys.
    const [top] = path.split(".");
    if (index.multikey && paths.slice(0, position).some((other) => other.split(".")[0] === top)) break;
    const demands = predicates.get(path) ?? [];
    const equal = narrowest(demands);
    const descending = directions[position] === -1;
    if (equal && stems.length * equal.values.length <= MAX_INTERVALS) {
      const values = equal.values.map(encodeValue).map((key) => (descending ? invert(key) : key));
      stems = stems.flatMap((stem) => values.map((value) => Buffer.concat([stem, value])));
      points += 1;
      if (equal.values.every((value) => value === null || typeof value === "boolean")) weak += 1;
      continue;
    }
    const range = rangeOf(demands, descending, index.multikey === true);
    if (range) {
      const below = (stem: Buffer, key: Buffer) => Buffer.concat([stem, key]);
      intervals = stems.map((stem) => ({ from: below(stem, range.from), to: below(stem, range.to) }));
    }
    break;
  }
  const bounded = points + (intervals ? 0.5 : 0);
  const order = stems.length === 1 && !index.unordered ? sortOrder(index, points, sort) : 0;
  if (bounded === 0 && order === 0) return null;
  return {
    index,
    intervals: (intervals ?? stems.map(startingWith))
      .map((interval) => cut(interval, prefix.length + MAX_KEY))
      .sort((a, b) => Buffer.compare(a.from, b.from)),
    reverse: order < 0,
    sorted: order !== 0,
    bounded,
    weak,
    points: index.unique === true && !index.unordered && points === paths.length,
  };
}

function narrowest(demands: Predicate[]): Extract<Predicate, { kind: "in" }> | null {
  const lists = demands.filter((demand) => demand.kind === "in");
  return lists.sort((a, b) => a.values.length - b.values.length)[0] ?? null;
}

/**
 * Intersects the range conditions on a field. Different elements of an array may satisfy different conditions, so in
 * a multikey index only one of them can bound the lookup.
 */
function rangeOf(demands: Predicate[], descending: boolean, multikey: boolean): Range | null {
  let range: Range | null = null;
  for (const demand of demands) {
    if (demand.kind !== "range" || (range && multikey)) continue;
    const next = intervalOf(demand, descending);
    range ??= next;
    if (Buffer.compare(next.from, range.from) > 0) range.from = next.from;
    if (Buffer.compare(next.to, range.to) < 0) range.to = next.to;
  }
  return range;
}

function intervalOf({ operator, value }: Extract<Predicate, { kind: "range" }>, descending: boolean): Range {
  const turned = (key: Buffer) => (descending ? invert(key) : key);
  const key = encodeValue(value);
  const type = turned(key.subarray(0, 1));
  const all = startingWith(type);
  const upward = operator.startsWith("$gt") !== descending;
  const at = turned(key);
  const bound = operator.endsWith("e") === upward ? at : afterPrefix(at);
  return upward ? { ...all, from: bound } : { ...all, to: bound };
}

// Keys that are too long for the store are cut, so the bounds are cut as well and widened.
function cut({ from, to }: Range, length: number): Range {
  return {
    from: from.subarray(0, length),
    to: to.length > length ? afterPrefix(to.subarray(0, length)) : to,
  };
}

/** 1 if the index provides the sort order, -1 if it does so backwards, 0 if not. */
function sortOrder(index: IndexInfo, points: number, sort: [string, unknown][]): number {
  if (sort.length === 0 || index.multikey) return 0;
  const { paths, directions } = prepareIndex(index);
  const fixed = new Set(paths.slice(0, points));
  let order = 0;
  for (const [offset, [path, direction]] of sort.filter(([name]) => !fixed.has(name)).entries()) {
    const position = points + offset;
    if (paths[position] !== path) return 0;
    const turn = Math.sign(Number(direction)) * (directions[position] ?? 1);
    if (order !== 0 && order !== turn) return 0;
    order = turn;
  }
  return order === 0 ? 1 : order;
}
