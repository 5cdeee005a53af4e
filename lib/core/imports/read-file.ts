import { refuse } from "./checked-file";
import { decodeText } from "./decode-text";
import { MAX_IMPORT_BYTES, type ReadResult } from "./import-file";
import { readSplitwise } from "./splitwise";

const UNKNOWN =
  "Evenly can't read this file. It reads Splitwise's CSV, Spliit's JSON, and its own JSON exports.";

/**
 * Reads a file of another application or of Evenly, which it recognizes by its contents. What reads JSON is loaded when
 * it is used first.
 * @param choose the position of the group, if the file contains several
 */
export async function readImportFile(
  bytes: Uint8Array,
  choose: { group?: number } = {},
): Promise<ReadResult> {
  if (bytes.length > MAX_IMPORT_BYTES) return refuse("A file can be at most 5 MB.");
  const text = decodeText(bytes);
  if (text === null) return refuse(UNKNOWN);
  if (text.trim() === "") return refuse("This file is empty.");
  const read = /^\s*\{/.test(text) ? await readJson(text, choose.group) : readSplitwise(text);
  return read ?? refuse(UNKNOWN);
}

/** @returns null if it is not JSON, or not of an application that is known */
async function readJson(text: string, group: number | undefined): Promise<ReadResult | null> {
  const file = parseObject(text);
  if (!file) return null;
  const { RefusedFile } = await import("./read-json");
  try {
    if ("participants" in file && "expenses" in file) return (await import("./spliit")).readSpliit(file);
    if ("exportedAt" in file && ("group" in file || "groups" in file))
      return (await import("./evenly")).readEvenly(file, group);
    return null;
  } catch (error) {
    if (error instanceof RefusedFile) return error.refusal;
    throw error;
  }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
