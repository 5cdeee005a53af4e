import { EJSON } from "bson";
import { RESTORE } from "../errors";
import { decode } from "../query/codec";
import { maintained, Space, type Catalog } from "./catalog";
import type { Damaged } from "./checksum";
import { recordAtEnd } from "./index-entries";
import type { Reader } from "./kv";

/** Names what is damaged, in a sentence with what to do. */
export function describeDamage(catalog: Catalog, reader: Reader, { key, value }: Damaged): string {
  if (key[0] === Space.catalog) {
    return `The description of collection ${key.toString("utf8", 1)} is damaged. ${RESTORE}`;
  }
  const id = key.readUInt32BE(1);
  for (const info of catalog.list(reader)) {
    const { namespace } = info;
    if (key[0] === Space.document && info.id === id) {
      return `Record ${recordAtEnd(key)} of collection ${namespace}${idOf(value)} is damaged. ${RESTORE}`;
    }
    const index = maintained(info).find((each) => key[0] === Space.index && each.id === id);
    if (index) return `An entry of index ${index.name} of collection ${namespace} is damaged. ${RESTORE}`;
  }
  return `An entry of the data file is damaged. ${RESTORE}`;
}

function idOf(value: Buffer): string {
  try {
    const { _id } = decode(value);
    return _id === undefined ? "" : ` (_id ${EJSON.stringify(_id)})`;
  } catch {
    return "";
  }
}
