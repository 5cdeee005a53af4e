import { setImmediate } from "node:timers/promises";
import { entriesPrefix, Space, type CollectionInfo } from "./catalog";
import { checksumOf } from "./checksum";
import { allStored } from "./documents";
import { decidingFields, entriesOf, entryEnd } from "./index-entries";
import { afterPrefix } from "./kv";
import type { Snapshot } from "./store";

type CheckResult = {
  records: number;
  /** Index name → number of its entries. */
  keys: Record<string, number>;
  /** One line per index that is wrong. */
  errors: string[];
};

/** Few, so that a query that comes meanwhile waits for a few milliseconds. */
const PER_STEP = 100;

/**
 * Compares a collection's documents with its indexes: the entries that the documents give with those that are there, by
 * their number and a sum over them, which costs one pass over both. Lets others work meanwhile.
 * @throws Damaged
 */
export async function checkCollection(snapshot: Snapshot, info: CollectionInfo): Promise<CheckResult> {
  const checks = info.indexes.map((index) => ({ index, expected: new EntrySum(), found: new EntrySum() }));
  const fields = decidingFields(info.indexes);
  let records = 0;
  for (const stored of allStored(snapshot, info)) {
    records += 1;
    if (records % PER_STEP === 0) await setImmediate();
    const doc = stored.only(fields);
    const ends = [false, true].map((unique) => entryEnd(stored.record, unique));
    for (const { index, expected } of checks) {
      const end = ends[Number(index.unique ?? false)];
      for (const { key } of entriesOf(index, doc, stored.record, end).entries) expected.add(checksumOf(key));
    }
  }
  for (const { index, found } of checks) {
    const prefix = entriesPrefix(Space.index, index.id);
    for (const sums of snapshot.checksums({ from: prefix, to: afterPrefix(prefix) })) {
      for (const sum of sums) found.add(sum);
      await setImmediate();
    }
  }
  return {
    records,
    keys: Object.fromEntries(checks.map(({ index, found }) => [index.name, found.count])),
    errors: checks
      .filter(({ expected, found }) => !expected.equals(found))
      .map(({ index, expected, found }) => {
        const given = `which are not the ${expected.count} that the documents give`;
        return `${info.namespace}: index ${index.name} has ${found.count} entries, ${given}`;
      }),
  };
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
