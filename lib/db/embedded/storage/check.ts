import { entriesPrefix, Space, type CollectionInfo } from "./catalog";
import { allStored } from "./documents";
import { entriesOf, recordOf } from "./index-entries";
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
const RECORDS_PER_STEP = 1000;

/** Compares a collection's documents with its indexes, in both directions. @throws Damaged */
export function* checkCollection(snapshot: Snapshot, info: CollectionInfo): Steps<CheckResult> {
  const errors: string[] = [];
  const report = (text: string) =>
    void (errors.length < MAX_ERRORS && errors.push(`${info.namespace}: ${text}`));
  const expected: Record<string, number> = Object.fromEntries(info.indexes.map(({ name }) => [name, 0]));
  let records = 0;
  for (const stored of allStored(snapshot, info)) {
    records += 1;
    if (records % RECORDS_PER_STEP === 0) yield;
    for (const index of info.indexes) {
      for (const { key } of entriesOf(index, stored.doc, stored.record).entries.values()) {
        expected[index.name] = (expected[index.name] ?? 0) + 1;
        const value = snapshot.get(key);
        if (!value) report(`record ${stored.record} is missing in index ${index.name}`);
        else if (recordOf(index, key, value) !== stored.record) {
          report(`index ${index.name} has another record under a key of record ${stored.record}`);
        }
      }
    }
  }
  const keys: Record<string, number> = {};
  for (const index of info.indexes) {
    const prefix = entriesPrefix(Space.index, index.id);
    const count = snapshot.count(prefix, afterPrefix(prefix));
    keys[index.name] = count;
    if (count !== expected[index.name]) {
      report(`index ${index.name} has ${count} entries where the documents give ${expected[index.name]}`);
    }
  }
  return { records, keys, errors };
}
