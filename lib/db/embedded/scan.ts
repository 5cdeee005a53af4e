import type { CollectionInfo } from "./catalog";
import { allStored, getStored, type Stored } from "./documents";
import { serverError } from "./errors";
import { prepareIndex, recordOf, type RecordId } from "./indexes";
import type { Reader } from "./kv";
import { boundKey, planQuery, type Plan, type Query } from "./plan";
import { compileFilter, compileSort, type Doc } from "./query";

/** What a scan cost, for explain. */
export type ScanStats = { keysExamined: number; docsExamined: number };

/** The documents a plan leads to, each once, not filtered yet. */
export function* runPlan(
  reader: Reader,
  info: CollectionInfo,
  plan: Plan,
  stats: ScanStats = { keysExamined: 0, docsExamined: 0 },
  seen?: Set<RecordId>,
): Iterable<Stored> {
  if (plan.kind === "COLLSCAN") {
    for (const stored of allStored(reader, info, { reverse: plan.reverse })) {
      stats.docsExamined += 1;
      yield stored;
    }
    return;
  }
  if (plan.kind === "OR") {
    const shared = new Set<RecordId>();
    for (const part of plan.plans) yield* runPlan(reader, info, part, stats, shared);
    return;
  }
  const { index, intervals, reverse } = plan;
  const { prefix } = prepareIndex(index);
  const known = seen ?? (index.multikey ? new Set<RecordId>() : null);
  for (const interval of reverse ? [...intervals].reverse() : intervals) {
    const from = boundKey(prefix, interval.from);
    const to = boundKey(prefix, interval.to);
    if (Buffer.compare(from, to) >= 0) continue;
    for (const { key, value } of reader.range({ from, to, reverse })) {
      stats.keysExamined += 1;
      const record = recordOf(index, key, value);
      if (known) {
        if (known.has(record)) continue;
        known.add(record);
      }
      const stored = getStored(reader, info, record);
      // A reader that goes on after a pause may meet an entry whose document has been removed meanwhile.
      if (!stored) continue;
      stats.docsExamined += 1;
      yield stored;
    }
  }
}

export type FindOptions = Query & {
  let?: Doc;
  skip?: number;
  limit?: number;
  /** When the client's patience ends (maxTimeMS), in milliseconds since 1970. */
  deadline?: number;
};

/** The documents that match, sorted, skipped and limited. Lazy where the order comes from an index. */
export function findStored(
  reader: Reader,
  info: CollectionInfo,
  options: FindOptions,
  plan: Plan = planQuery(info, options),
  stats?: ScanStats,
): Iterable<Stored> {
  const matches = compileFilter(options.filter, {
    let: options.let,
    collation: options.collation ?? undefined,
  });
  const found = filterStored(runPlan(reader, info, plan, stats), matches, options.deadline ?? Infinity);
  const sort = options.sort && Object.keys(options.sort).length > 0 ? options.sort : null;
  const sorted = sort && !plan.sorted ? sortStored(found, sort, options) : found;
  return slice(sorted, options.skip ?? 0, options.limit ?? 0);
}

function* filterStored(
  found: Iterable<Stored>,
  matches: (doc: Doc) => boolean,
  deadline: number,
): Iterable<Stored> {
  let read = 0;
  for (const stored of found) {
    read += 1;
    if (read % 256 === 0 && Date.now() > deadline) {
      throw serverError("MaxTimeMSExpired", "operation exceeded time limit");
    }
    if (matches(stored.doc)) yield stored;
  }
}

function* sortStored(found: Iterable<Stored>, sort: Doc, options: FindOptions): Iterable<Stored> {
  const compare = compileSort(sort, options.collation ?? undefined);
  const wanted = options.limit ? options.limit + (options.skip ?? 0) : Infinity;
  let kept: Stored[] = [];
  const order = (a: Stored, b: Stored) => compare(a.doc, b.doc);
  for (const stored of found) {
    kept.push(stored);
    // With a limit only the first few have to be kept; cutting now and then bounds the memory.
    if (kept.length >= wanted * 2 + 1000) kept = kept.sort(order).slice(0, wanted);
  }
  yield* kept.sort(order);
}

export function* slice<T>(items: Iterable<T>, skip: number, limit: number): Iterable<T> {
  let position = 0;
  for (const item of items) {
    position += 1;
    if (position <= skip) continue;
    yield item;
    if (limit > 0 && position >= skip + limit) return;
  }
}
