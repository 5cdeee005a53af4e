import os from "node:os";
import { serverError } from "../errors";
import { truthy } from "../query/numbers";
import type { Doc } from "../query/values";
import { checkFile } from "../server/check-file";
import { checkCollection } from "../storage/check";
import { namespaceOf, type Context } from "./context";

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
    if (truthy(context.command.full)) {
      await checkFile(store.file, "all").catch((error: Error) => {
        throw serverError("DataCorruptionDetected", error.message);
      });
    }
    const found = await checkCollection(snapshot, info);
    return { ns: namespace, ...found, valid: found.errors.length === 0 };
  } finally {
    snapshot.release();
  }
}

// What Compass does not start without. There is no authentication.

export function connectionStatus(): Doc {
  const none = { authenticatedUsers: [], authenticatedUserRoles: [], authenticatedUserPrivileges: [] };
  return { authInfo: none };
}

export function hostInfo(): Doc {
  const system = { currentTime: new Date(), hostname: os.hostname(), cpuArch: os.arch() };
  return { system, os: { type: os.type(), name: os.platform(), version: os.release() } };
}
