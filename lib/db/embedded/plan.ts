import type { CollectionInfo, IndexInfo } from "./catalog";
import { serverError } from "./errors";
import { prepareIndex } from "./indexes";
import { encodeValue, invert, MAX_KEY, TypeByte } from "./keys";
import { afterPrefix } from "./kv";
import { implies, orBranches, predicatesOf, type Predicate, type Predicates } from "./predicates";
import type { Doc } from "./query";

/** A place in an index (its own prefix aside): before or after all keys that begin with `at`. */
export type Bound = { at: Buffer; after: boolean };

/** A stretch of an index's keys. */
export type Interval = { from: Bound; to: Bound };

export type Plan =
  | { kind: "COLLSCAN"; reverse: boolean; sorted: boolean }
  | {
      kind: "IXSCAN";
      index: IndexInfo;
      intervals: Interval[];
      reverse: boolean;
      /** Whether the documents come in the order of the sort. */
      sorted: boolean;
      /** Fields of the index whose keys the intervals bound. */
      bounded: number;
      /** Of those, how many are bounded to null or missing alone: "not deleted" is true of most documents. */
      nulls: number;
    }
  | { kind: "OR"; plans: Plan[]; sorted: false };

export type Query = { filter: Doc; sort?: Doc | null; hint?: unknown; collation?: Doc | null };

// More intervals than this are looked up one by one no faster than the next field is filtered.
const MAX_INTERVALS = 5000;

/**
 * Chooses how to find the documents of a query. An index serves equalities and $in on its first fields, then
 * one range, and gives its order where the sort can use it; everything found is filtered again.
 * @throws ServerError BadValue for a hint that names no index
 */
export function planQuery(info: CollectionInfo, query: Query): Plan {
  const usable = info.indexes.filter((index) => !index.building && !index.hidden && isUsable(index, query));
  const hinted = hintedIndex(info, query.hint);
  const sort = sortFields(query.sort);
  if (hinted === "natural") return collectionScan(query, sort);
  const predicates = predicatesOf(query.filter);
  const candidates = (hinted ? [hinted] : usable)
    .map((index) => planIndex(index, predicates, sort, hinted !== null))
    .filter((plan) => plan !== null);
  candidates.sort((a, b) => scoreOf(b) - scoreOf(a));
  const best = candidates[0];
  if (best && (best.bounded > 0 || hinted)) return best;
  return planOr(info, query) ?? best ?? collectionScan(query, sort);
}

function collectionScan(query: Query, sort: [string, number][]): Plan {
  const natural = sort.length === 1 && sort[0]?.[0] === "$natural" ? sort[0][1] : 0;
  const hintNatural = (query.hint as Doc | null | undefined)?.$natural;
  return { kind: "COLLSCAN", reverse: natural < 0 || Number(hintNatural) < 0, sorted: natural !== 0 };
}

function planOr(info: CollectionInfo, query: Query): Plan | null {
  const branches = orBranches(query.filter);
  if (!branches) return null;
  const plans: Plan[] = [];
  for (const branch of branches) {
    const plan = planQuery(info, { filter: branch, collation: query.collation });
    if (plan.kind === "COLLSCAN" || (plan.kind === "IXSCAN" && plan.bounded === 0)) return null;
    plans.push(plan);
  }
  return { kind: "OR", plans, sorted: false };
}

// Keys are in binary order: a query with a collation of its own can use none of them.
function isUsable(index: IndexInfo, query: Query): boolean {
  if (index.collation && index.collation.locale !== "simple") return false;
  const locale = query.collation?.locale;
  if (locale !== undefined && locale !== "simple") return false;
  return Object.values(index.key).every((direction) => direction === 1 || direction === -1);
}

function hintedIndex(info: CollectionInfo, hint: unknown): IndexInfo | "natural" | null {
  if (hint === undefined || hint === null) return null;
  if (typeof hint === "object") {
    const keys = Object.entries(hint);
    if (keys.length === 0) return null;
    if (keys[0]?.[0] === "$natural") return "natural";
    const wanted = JSON.stringify(keys.map(([path, direction]) => [path, Number(direction)]));
    const found = info.indexes.find((index) => JSON.stringify(Object.entries(index.key)) === wanted);
    if (found) return found;
  } else {
    const found = info.indexes.find((index) => index.name === hint);
    if (found) return found;
  }
  throw serverError(
    "BadValue",
    "error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index",
  );
}

function sortFields(sort: Doc | null | undefined): [string, number][] {
  return Object.entries(sort ?? {}).map(([path, direction]) => [path, Number(direction)]);
}

function scoreOf(plan: Extract<Plan, { kind: "IXSCAN" }>): number {
  const { index, intervals, bounded, nulls, sorted } = plan;
  const points = bounded > 0 && intervals.length === 1 ? 1 : 0;
  const wholeUniqueKey = index.unique && bounded === Object.keys(index.key).length ? 50 : 0;
  // Order counts for more than a further bound only where something is bounded at all.
  return (
    bounded * 10 -
    nulls * 9 +
    wholeUniqueKey +
    points +
    (sorted ? 15 : 0) -
    Object.keys(index.key).length * 0.01
  );
}

function planIndex(
  index: IndexInfo,
  predicates: Predicates,
  sort: [string, number][],
  forced: boolean,
): Extract<Plan, { kind: "IXSCAN" }> | null {
  const { paths, directions, includes } = prepareIndex(index);
  const partial = index.partialFilterExpression;
  if (partial && !implies(predicates, partial, includes)) return null;
  let stems: Buffer[] = [Buffer.alloc(0)];
  let intervals: Interval[] | null = null;
  let points = 0;
  let nulls = 0;
  let single = true;
  let excludesMissing = false;
  for (const [position, path] of paths.entries()) {
    const demands = predicates.get(path) ?? [];
    const equal = narrowest(demands);
    const descending = directions[position] === -1;
    if (equal && stems.length * equal.values.length <= MAX_INTERVALS) {
      const values = equal.values
        .map((value) => encodeValue(value))
        .map((key) => (descending ? invert(key) : key));
      stems = stems.flatMap((stem) => values.map((value) => Buffer.concat([stem, value])));
      single &&= equal.values.length === 1;
      excludesMissing ||= equal.values.every((value) => value !== null);
      points += 1;
      if (equal.values.every((value) => value === null)) nulls += 1;
      continue;
    }
    const range = rangeOf(demands, index.multikey === true);
    if (range) {
      excludesMissing = true;
      const { from, to } = descending ? { from: invertBound(range.to), to: invertBound(range.from) } : range;
      intervals = stems.map((stem) => ({ from: below(stem, from), to: below(stem, to) }));
    }
    excludesMissing ||= demands.some((demand) => demand.kind === "exists");
    break;
  }
  if (index.sparse && !excludesMissing && !forced) return null;
  const bounded = points + (intervals ? 1 : 0);
  const order =
    single && !index.unordered ? sortOrder(paths, directions, points, predicates, sort, index) : 0;
  if (bounded === 0 && order === 0 && !forced) return null;
  const found = intervals ?? stems.map(within);
  return {
    kind: "IXSCAN",
    index,
    intervals: found
      .map(({ from, to }) => ({ from: cutBound(from, false), to: cutBound(to, true) }))
      .sort((a, b) => compareBounds(a.from, b.from)),
    reverse: order < 0,
    sorted: order !== 0,
    bounded,
    nulls,
  };
}

function narrowest(demands: Predicate[]): Extract<Predicate, { kind: "in" }> | null {
  let best: Extract<Predicate, { kind: "in" }> | null = null;
  for (const demand of demands) {
    if (demand.kind === "in" && (!best || demand.values.length < best.values.length)) best = demand;
  }
  return best;
}

/**
 * The bounds of all range demands together, in ascending order. Different elements of an array may meet
 * different demands, so of a multikey index only one of them can bound the look-up.
 */
function rangeOf(demands: Predicate[], multikey: boolean): Interval | null {
  const ranges = demands.flatMap((demand) => boundsOf(demand));
  const used = multikey ? ranges.slice(0, 1) : ranges;
  const first = used[0];
  if (!first) return null;
  return used.reduce(
    (all, range) => ({
      from: compareBounds(range.from, all.from) > 0 ? range.from : all.from,
      to: compareBounds(range.to, all.to) < 0 ? range.to : all.to,
    }),
    first,
  );
}

function boundsOf(demand: Predicate): Interval[] {
  if (demand.kind === "prefix") return [within(encodeValue(demand.text).subarray(0, -2))];
  if (demand.kind !== "range") return [];
  const key = encodeValue(demand.value);
  const type = key.subarray(0, 1);
  const { from, to } = within(type);
  // NaN sorts below all numbers and is in no range.
  const lowest =
    type[0] === TypeByte.number ? { at: Buffer.from([TypeByte.number, 0, 0]), after: true } : from;
  switch (demand.operator) {
    case "$gt":
      return [{ from: { at: key, after: true }, to }];
    case "$gte":
      return [{ from: { at: key, after: false }, to }];
    case "$lt":
      return [{ from: lowest, to: { at: key, after: false } }];
    case "$lte":
      return [{ from: lowest, to: { at: key, after: true } }];
  }
}

/** All keys that begin with `at`. */
function within(at: Buffer): Interval {
  return { from: { at, after: false }, to: { at, after: true } };
}

function below(stem: Buffer, bound: Bound): Bound {
  return { at: Buffer.concat([stem, bound.at]), after: bound.after };
}

function invertBound(bound: Bound): Bound {
  return { at: invert(bound.at), after: !bound.after };
}

/** The key at which a bound lies, below the prefix of its index. */
export function boundKey(prefix: Buffer, bound: Bound): Buffer {
  const key = Buffer.concat([prefix, bound.at]);
  return bound.after ? afterPrefix(key) : key;
}

function compareBounds(a: Bound, b: Bound): number {
  return Buffer.compare(boundKey(ROOT, a), boundKey(ROOT, b));
}

const ROOT = Buffer.from([1]);

// Keys that are too long for the store keep only their head: so do the bounds, on the generous side.
function cutBound(bound: Bound, after: boolean): Bound {
  return bound.at.length > MAX_KEY ? { at: bound.at.subarray(0, MAX_KEY), after } : bound;
}

/** 1 where the index gives the sort's order, -1 where it does so backwards, 0 where it does not. */
function sortOrder(
  paths: string[],
  directions: number[],
  points: number,
  predicates: Predicates,
  sort: [string, number][],
  index: IndexInfo,
): number {
  if (sort.length === 0 || index.multikey) return 0;
  const fixed = new Set(paths.slice(0, points));
  const wanted = sort.filter(([path]) => !fixed.has(path));
  let order = 0;
  for (const [offset, [path, direction]] of wanted.entries()) {
    const position = points + offset;
    if (paths[position] !== path) return 0;
    const turn = Math.sign(direction) * (directions[position] ?? 1);
    if (order !== 0 && order !== turn) return 0;
    order = turn;
  }
  return order === 0 ? 1 : order;
}
