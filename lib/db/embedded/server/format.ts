import { Binary } from "bson";
import { decode, encode } from "../query/codec";
import type { Doc } from "../query/values";
import { Space } from "../storage/catalog";
import { successor } from "../storage/kv";
import type { Store } from "../storage/store";

/** Where the file says which format it has. This entry is the same in every format. */
export const FORMAT_KEY = Buffer.concat([Buffer.from([Space.meta]), Buffer.from("format")]);

/** 2: each value ends with a checksum (storage/checksum). */
export const FORMAT = 2;

/** `next`: the first entry that the upgrade has not reached. */
type Mark = { format: number; next?: Binary };

const MAX_ENTRIES = 5_000;
const MAX_BYTES = 8 * 1024 * 1024;

/** Whether this version can read, or upgrade, a file with this mark. */
export const isKnown = ({ format }: Doc): boolean => format === 1 || format === FORMAT;

/**
 * Brings a file of an older version to this format, in commits of limited size. If it is interrupted, the next call
 * continues. From the first commit on, older versions refuse the file.
 */
export async function upgrade(store: Store): Promise<void> {
  for (let mark = readMark(store); mark.format !== FORMAT || mark.next; mark = readMark(store)) {
    const from = mark.next ? Buffer.from(mark.next.buffer) : Buffer.from([0]);
    await store.write((writer) => {
      const done: Mark = { format: FORMAT };
      let [entries, bytes] = [0, 0];
      for (const { key, value } of store.stored({ from, to: Buffer.from([Space.meta]) })) {
        writer.put(key, value);
        entries += 1;
        bytes += value.length;
        if (entries < MAX_ENTRIES && bytes < MAX_BYTES) continue;
        done.next = new Binary(successor(key));
        break;
      }
      writer.put(FORMAT_KEY, encode(done));
    });
  }
}

function readMark(store: Store): Mark {
  const mark = store.current.get(FORMAT_KEY);
  return mark ? (decode(mark) as Mark) : { format: FORMAT };
}
