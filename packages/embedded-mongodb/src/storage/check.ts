import { entriesPrefix, Space, type CollectionInfo, type IndexInfo } from "./catalog";
import { checksumInside, checksumOf } from "./checksum";
import { allStored } from "./documents";
import { decidingFields, entriesOf, entryEnd, recordOf } from "./index-entries";
import { afterPrefix } from "./kv";
import type { Steps } from "./steps";
import type { Snapshot } from "./store";

type CheckResult = {
  records: number;
  /** Index name → number of its entries. */
  keys: Record<string, number>;
  /** One line per violation. */
  errors: string[];
};

const MAX_ERRORS = 100;
/** Few, so that a query that comes meanwhile waits for a few milliseconds. */
const PER_STEP = 100;

/** Sums over the entries of indexes, by the number of the index; null if one of them is damaged. */
export type EntrySums = Map<number, EntrySum | null>;

/** Adds an entry of the data file at a place in memory, if it is one of an index. */
export function addEntry(sums: EntrySums, bytes: Buffer, at: number, keyEnd: number, end: number): void {
  if (bytes[at] !== Space.index) return;
  const id = bytes.readUInt32BE(at + 1);
  let sum = sums.get(id);
  if (sum === undefined) sums.set(id, (sum = new EntrySum()));
  const found = checksumInside(bytes, at, keyEnd, end);
  if (found === null) sums.set(id, null);
  else sum?.add(found);
}

/**
 * Compares a collection's documents with its indexes: the entries that the documents give with those that are there, by
 * their number and a sum over them, which costs one pass over both. What is missing is looked for only if they differ.
 * @param known the sums that are known of the snapshot's state
 * @throws Damaged
 */
export function* checkCollection(
  snapshot: Snapshot,
  info: CollectionInfo,
  known?: EntrySums,
): Steps<CheckResult> {
  const checks = info.indexes.map((index) => ({
    index,
    expected: new EntrySum(),
    found: known?.get(index.id) ?? new EntrySum(),
  }));
  const fields = decidingFields(info.indexes);
  let records = 0;
  for (const stored of allStored(snapshot, info)) {
    records += 1;
    if (records % PER_STEP === 0) yield;
    const doc = stored.only(fields);
    const ends = [false, true].map((unique) => entryEnd(stored.record, unique));
    for (const { index, expected } of checks) {
      const end = ends[Number(index.unique ?? false)];
      for (const { key } of entriesOf(index, doc, stored.record, end).entries) expected.add(checksumOf(key));
    }
  }
  for (const { index, found } of checks) {
    if (found.count > 0) continue;
    const prefix = entriesPrefix(Space.index, index.id);
    for (const sums of snapshot.checksums({ from: prefix, to: afterPrefix(prefix) })) {
      for (const sum of sums) found.add(sum);
      yield;
    }
  }
  const errors: string[] = [];
  for (const { index, expected, found } of checks) {
    if (expected.equals(found)) continue;
    yield* findWrong(snapshot, info, index, errors);
    const counts = `${found.count} entries where the documents give ${expected.count}`;
    errors.push(`index ${index.name} has ${found.count === expected.count ? "other entries" : counts}`);
  }
  return {
    records,
    keys: Object.fromEntries(checks.map(({ index, found }) => [index.name, found.count])),
    errors: errors.map((text) => `${info.namespace}: ${text}`),
  };
}

/** Adds what an index has wrong of the documents. */
function* findWrong(
  snapshot: Snapshot,
  info: CollectionInfo,
  index: IndexInfo,
  errors: string[],
): Steps<void> {
  const end = errors.length + MAX_ERRORS;
  for (const { record, doc } of allStored(snapshot, info)) {
    if (record % PER_STEP === 0) yield;
    for (const { key } of entriesOf(index, doc, record).entries) {
      const value = snapshot.get(key);
      if (!value) errors.push(`record ${record} is missing in index ${index.name}`);
      else if (recordOf(index, key, value) !== record) {
        errors.push(`index ${index.name} has another record under a key of record ${record}`);
      }
      if (errors.length >= end) return;
    }
  }
}

/** The number of entries, and the sum of their mixed checksums: the same for the same entries in any order. */
class EntrySum {
  count = 0;
  private sum = 0;

  add(checksumOfEntry: number): void {
    this.count += 1;
    this.sum = (this.sum + mixed(checksumOfEntry)) >>> 0;
  }

  equals({ count, sum }: EntrySum): boolean {
    return count === this.count && sum === this.sum;
  }
}

/** MurmurHash3's last step. Sums of plain checksums would stay the same when two entries exchange some bits. */
function mixed(sum: number): number {
  let mix = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}
