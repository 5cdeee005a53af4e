import os from "node:os";
import { serverError } from "../errors";
import type { Doc } from "../query/values";
import { checkCollection } from "../storage/check";
import { getCollection, namespaceOf, readerOf, type Context } from "./context";
import { VERSION } from "./handshake";

/** validate: compares the documents with the indexes. */
export function validate(context: Context): Doc {
  const namespace = namespaceOf(context);
  const info = getCollection(context, namespace);
  if (!info) throw serverError("NamespaceNotFound", `Collection '${namespace}' does not exist to validate.`);
  const { records, keys, errors } = checkCollection(readerOf(context), info);
  return { ns: namespace, nrecords: records, keysPerIndex: keys, valid: errors.length === 0, errors, ok: 1 };
}

/** serverStatus, limited to what tools read. */
export function serverStatus({ database: { connections, startedAt } }: Context): Doc {
  const uptime = (Date.now() - startedAt.getTime()) / 1000;
  const open = { current: connections, available: 10_000, totalCreated: connections };
  return { host: os.hostname(), version: VERSION, uptime, localTime: new Date(), connections: open, ok: 1 };
}

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

/** Constant answers that tools request at the start: no authentication, no configuration. */
export const constants: Record<string, Doc> = {
  connectionStatus: {
    authInfo: { authenticatedUsers: [], authenticatedUserRoles: [], authenticatedUserPrivileges: [] },
  },
  currentOp: { inprog: [] },
  getCmdLineOpts: { argv: ["evenly"], parsed: {} },
  getDefaultRWConcern: { defaultReadConcern: { level: "local" }, defaultWriteConcern: { w: "majority" } },
  refreshSessions: {},
  rolesInfo: { roles: [] },
  top: { totals: {} },
  usersInfo: { users: [] },
};
