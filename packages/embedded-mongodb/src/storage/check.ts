import { setImmediate } from "node:timers/promises";
import { entriesPrefix, Space, type CollectionInfo } from "./catalog";
import { allStored } from "./documents";
import { decidingFields, entriesOf, entryValue } from "./index-entries";
import { sameBytes, startingWith, type Reader } from "./kv";

/** Few, so that a query that comes meanwhile waits for a few milliseconds. */
const PER_STEP = 100;

/**
 * Compares a collection's documents with its indexes: one is right if it has each entry that they give, and no others. Lets
 * others work meanwhile.
 * @param snapshot stays the same meanwhile
 * @returns as `validate` does: the numbers of documents and of entries by index, and a line per index that is wrong
 * @throws Damaged
 */
export async function checkCollection(snapshot: Reader, info: CollectionInfo) {
  const checks = info.indexes.map((index) => ({ index, expected: 0, wrong: 0 }));
  const fields = decidingFields(info.indexes);
  const result = { nrecords: 0, keysPerIndex: {} as Record<string, number>, errors: [] as string[] };
  for (const stored of allStored(snapshot, info)) {
    result.nrecords += 1;
    if (result.nrecords % PER_STEP === 0) await setImmediate();
    const doc = stored.only(fields);
    for (const check of checks) {
      const entry = entryValue(check.index, stored.record);
      for (const { key } of entriesOf(check.index, doc, stored.record).entries) {
        check.expected += 1;
        if (!sameBytes(snapshot.get(key), entry)) check.wrong += 1;
      }
    }
  }
  for (const { index, expected, wrong } of checks) {
    let found = 0;
    for (const _ of snapshot.range(startingWith(entriesPrefix(Space.index, index.id)))) {
      found += 1;
      if (found % (10 * PER_STEP) === 0) await setImmediate();
    }
    result.keysPerIndex[index.name] = found;
    if (wrong === 0 && found === expected) continue;
    const given = `which are not the ${expected} that the documents give`;
    result.errors.push(`${info.namespace}: index ${index.name} has ${found} entries, ${given}`);
  }
  return result;
}
