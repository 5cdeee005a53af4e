import { refuse } from "./checked-file";
import { decodeText } from "./decode-text";
import { MAX_IMPORT_BYTES, type ReadResult } from "./import-file";
import { readSplitwise } from "./splitwise";

const UNKNOWN =
  "Evenly cannot read this file. It reads Splitwise's CSV, Spliit's JSON, and its own JSON exports.";

/**
 * Reads a file of another application or of Evenly, which it recognizes by its contents.
 * @param choose the position of the group, if the file contains several
 */
export async function readImportFile(
  bytes: Uint8Array,
  choose: { group?: number } = {},
): Promise<ReadResult> {
  if (bytes.length > MAX_IMPORT_BYTES) return refuse("A file can have at most 5 MB.");
  const text = decodeText(bytes);
  if (text === null) return refuse(UNKNOWN);
  if (text.trim() === "") return refuse("This file is empty.");
  return (await readSplitwise(text)) ?? refuse(UNKNOWN);
}
