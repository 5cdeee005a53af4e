import { collection, databasePerTest, run, violations } from "../testing/direct";
import { entriesPrefix, Space } from "./catalog";
import { recordBytes } from "./index-entries";
import { afterPrefix, type Entry, type Writer } from "./kv";

const tested = databasePerTest();

/** Entries of the index on `name`: of the first record, then of the second one. */
async function change(name: string, to: (writer: Writer, entries: [Entry, Entry]) => void) {
  await run(tested.database, {
    insert: "c",
    documents: [
      { _id: 1, a: 1, b: [1, 2] },
      { _id: 2, a: 2, b: 3 },
    ],
  });
  for (const [key, unique] of [
    ["a", false],
    ["b", true],
  ] as const) {
    await run(tested.database, { createIndexes: "c", indexes: [{ key: { [key]: 1 }, name: key, unique }] });
  }
  expect(await violations(tested.database)).toEqual([]);
  const { id } = collection(tested.database).indexes.find((index) => index.name === name)!;
  const prefix = entriesPrefix(Space.index, id);
  await tested.database.store.write((writer) => {
    const found = [...writer.range({ from: prefix, to: afterPrefix(prefix) })];
    to(writer, [found[0]!, found.at(-1)!]);
  });
}

/** The key of one entry with the record of another. */
const mixed = (one: Entry, other: Entry) => Buffer.concat([one.key.subarray(0, -6), other.key.subarray(-6)]);

test.each<[string, Parameters<typeof change>, string[]]>([
  [
    "an entry is missing",
    ["a", (writer, [{ key }]) => writer.remove(key)],
    ["index a has 1 entries, which are not the 2 that the documents give"],
  ],
  [
    "an entry belongs to no document",
    [
      "a",
      (writer, [{ key, value }]) => writer.put(Buffer.concat([key.subarray(0, -6), recordBytes(9)]), value),
    ],
    ["index a has 3 entries, which are not the 2 that the documents give"],
  ],
  [
    "two entries have each other's record",
    [
      "a",
      (writer, [one, two]) => {
        for (const { key } of [one, two]) writer.remove(key);
        for (const key of [mixed(one, two), mixed(two, one)]) writer.put(key, one.value);
      },
    ],
    ["index a has 2 entries, which are not the 2 that the documents give"],
  ],
  [
    "an entry of a unique index has another record",
    ["b", (writer, [{ key }]) => writer.put(key, recordBytes(2))],
    ["index b has 3 entries, which are not the 3 that the documents give"],
  ],
  [
    "an entry has another value",
    ["a", (writer, [{ key }]) => writer.put(key, Buffer.from([2]))],
    ["index a has 2 entries, which are not the 2 that the documents give"],
  ],
])("%s", async (_what, changed, problems) => {
  await change(...changed);
  const errors = problems.map((problem) => `t.c: ${problem}`);
  expect(await violations(tested.database)).toEqual(errors);
  expect(await run(tested.database, { validate: "c", full: true })).toMatchObject({ errors });
});
