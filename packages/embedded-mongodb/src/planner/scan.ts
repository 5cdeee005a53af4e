import { serverError } from "../errors";
import { compileRowTest } from "../query/filter";
import { compileSort } from "../query/sort";
import { slice } from "../query/stages";
import type { CollectionInfo } from "../storage/catalog";
import { allStored, getStored, type Stored } from "../storage/documents";
import { recordOf, type RecordId } from "../storage/index-entries";
import type { Entry, Reader } from "../storage/kv";
import { planQuery, type Plan, type Query } from "./plan";

/** The cost of a scan, for explain. */
export type ScanStats = { keysExamined: number; docsExamined: number };

/** The documents that a plan leads to, each once, not filtered yet. */
function* runPlan(
  reader: Reader,
  info: CollectionInfo,
  plan: Plan | null,
  stats: ScanStats,
): Iterable<Stored> {
  if (!plan) return yield* allStored(reader, info);
  const { index, intervals, points, reverse } = plan;
  // A document has several keys in a multikey index. Intervals of keys that were cut may overlap.
  const known = index.multikey || index.unordered ? new Set<RecordId>() : null;
  for (const { from, to } of reverse ? [...intervals].reverse() : intervals) {
    if (Buffer.compare(from, to) >= 0) continue;
    for (const { key, value } of points ? entryAt(reader, from) : reader.range({ from, to, reverse })) {
      stats.keysExamined += 1;
      const record = recordOf(index, key, value);
      if (known?.has(record)) continue;
      known?.add(record);
      const stored = getStored(reader, info, record);
      // After a pause, a reader may find an entry whose document has been removed.
      if (stored) yield stored;
    }
  }
}

/** The entry with this key, if there is one: a third of the work of reading a range. */
function entryAt(reader: Reader, key: Buffer): Entry[] {
  const value = reader.get(key);
  return value ? [{ key, value }] : [];
}

export type FindOptions = Query & {
  skip?: number | undefined;
  limit?: number | undefined;
  /** When maxTimeMS ends, in milliseconds since 1970. */
  deadline?: number;
};

/**
 * The matching documents, sorted, skipped, and limited. Lazy if the order comes from an index.
 * @param info null if the collection does not exist
 * @throws ServerError for an invalid filter
 */
export function findStored(
  reader: Reader,
  info: CollectionInfo | null,
  options: FindOptions,
  stats: ScanStats = { keysExamined: 0, docsExamined: 0 },
): Iterable<Stored> {
  const { filter, sort = {}, skip = 0, limit = 0, deadline = Infinity } = options;
  const matches = compileRowTest(filter);
  if (!info) return [];
  const plan = planQuery(info, options);
  const found = filterStored(runPlan(reader, info, plan, stats), matches, deadline, stats);
  const inOrder = plan?.sorted || Object.keys(sort).length === 0;
  const sorted = inOrder ? found : compileSort(sort)(found, limit ? limit + skip : Infinity);
  return slice(sorted, skip, limit);
}

function* filterStored(
  found: Iterable<Stored>,
  matches: (stored: Stored) => boolean,
  deadline: number,
  stats: ScanStats,
): Iterable<Stored> {
  for (const stored of found) {
    stats.docsExamined += 1;
    if (stats.docsExamined % 256 === 0 && Date.now() > deadline) {
      throw serverError("MaxTimeMSExpired", "operation exceeded time limit");
    }
    if (matches(stored)) yield stored;
  }
}
