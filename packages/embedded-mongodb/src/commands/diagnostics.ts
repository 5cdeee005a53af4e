import { open } from "node:fs/promises";
import os from "node:os";
import type { Database } from "../database";
import { serverError } from "../errors";
import { truthy } from "../query/numbers";
import type { Doc } from "../query/values";
import { checkPages } from "../server/check-file";
import type { Node } from "../server/page-trees";
import { addEntry, checkCollection, type EntrySums } from "../storage/check";
import { finishInTurns } from "../storage/steps";
import { namespaceOf, type Context } from "./context";

const READ_AHEAD_BYTES = 4 * 1024 * 1024;

/**
 * validate: compares the documents with the indexes. With `full`, also checks every page of the data file. Others read
 * and write meanwhile.
 * @throws ServerError DataCorruptionDetected at the first entry or page that is damaged
 */
export async function validate(context: Context): Promise<Doc> {
  const { database } = context;
  const { catalog, store } = database;
  const namespace = namespaceOf(context);
  const snapshot = store.snapshot();
  try {
    const info = catalog.get(snapshot, namespace);
    if (!info)
      throw serverError("NamespaceNotFound", `Collection '${namespace}' does not exist to validate.`);
    if (truthy(context.command.full)) await checkFile(database);
    const { sequence, sums } = database.inPages;
    const known = sequence === store.sequence ? sums : undefined;
    let result = await finishInTurns(checkCollection(snapshot, info, known));
    // What is known may be of a commit that is in the file already, but not in the snapshot.
    if (known && result.errors.length > 0) result = await finishInTurns(checkCollection(snapshot, info));
    const { records, keys, errors } = result;
    return {
      ns: namespace,
      nrecords: records,
      keysPerIndex: keys,
      valid: errors.length === 0,
      errors,
      ok: 1,
    };
  } finally {
    snapshot.release();
  }
}

async function checkFile(database: Database): Promise<void> {
  const { file, sequence } = database.store;
  const sums: EntrySums = new Map();
  await readAhead(file);
  const onEntry = ({ bytes, at, end, size }: Node) => addEntry(sums, bytes, at, end, end + size);
  await finishInTurns(checkPages(file, Infinity, onEntry)).catch((error: Error) => {
    throw serverError("DataCorruptionDetected", error.message);
  });
  database.inPages = { sequence, sums };
}

/** Reads a file from its beginning to its end, so that the system has it in memory: the order of its trees is slow on a disk. */
async function readAhead(file: string): Promise<void> {
  const handle = await open(file);
  try {
    const buffer = Buffer.allocUnsafe(READ_AHEAD_BYTES);
    while ((await handle.read(buffer, 0, buffer.length, null)).bytesRead > 0);
  } finally {
    await handle.close();
  }
}

// What Compass does not start without. There is no authentication.

export function connectionStatus(): Doc {
  const none = { authenticatedUsers: [], authenticatedUserRoles: [], authenticatedUserPrivileges: [] };
  return { authInfo: none, ok: 1 };
}

export function hostInfo(): Doc {
  const system = { currentTime: new Date(), hostname: os.hostname(), cpuArch: os.arch() };
  return { system, os: { type: os.type(), name: os.platform(), version: os.release() }, ok: 1 };
}
