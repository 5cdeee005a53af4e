import os from "node:os";
import { serverError } from "../errors";
import type { Doc } from "../query/values";
import { checkCollection } from "../storage/check";
import { getCollection, namespaceOf, readerOf, type Context } from "./context";

/** validate: compares the documents with the indexes. */
export function validate(context: Context): Doc {
  const namespace = namespaceOf(context);
  const info = getCollection(context, namespace);
  if (!info) throw serverError("NamespaceNotFound", `Collection '${namespace}' does not exist to validate.`);
  const { records, keys, errors } = checkCollection(readerOf(context), info);
  return { ns: namespace, nrecords: records, keysPerIndex: keys, valid: errors.length === 0, errors, ok: 1 };
}

// What tools request at the start: there is no authentication and no configuration.

export function connectionStatus(): Doc {
  const none = { authenticatedUsers: [], authenticatedUserRoles: [], authenticatedUserPrivileges: [] };
  return { authInfo: none, ok: 1 };
}

export const getCmdLineOpts = (): Doc => ({ argv: ["evenly"], parsed: {}, ok: 1 });

export function hostInfo(): Doc {
  const system = { currentTime: new Date(), hostname: os.hostname(), cpuArch: os.arch() };
  return { system, os: { type: os.type(), name: os.platform(), version: os.release() }, ok: 1 };
}

export function getLog({ command }: Context): Doc {
  if (command.getLog === "*") return { names: ["global", "startupWarnings"], ok: 1 };
  return { totalLinesWritten: 0, log: [], ok: 1 };
}

const PARAMETERS = {
  featureCompatibilityVersion: { version: "7.0" },
  authenticationMechanisms: [],
};

/** getParameter, for the parameters that drivers and tools request. */
export function getParameter({ command }: Context): Doc {
  const wanted = Object.entries(PARAMETERS).filter(
    ([name]) => command.getParameter === "*" || Object.hasOwn(command, name),
  );
  if (wanted.length === 0) throw serverError("InvalidOptions", "no option found to get");
  return { ...Object.fromEntries(wanted), ok: 1 };
}
