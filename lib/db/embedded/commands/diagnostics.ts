import { Long } from "bson";
import os from "node:os";
import { counterKey } from "../catalog";
import { checkCollection } from "../check";
import { getCollection, namespaceOf, numberField, readerOf, type Context } from "../context";
import { serverError } from "../errors";
import type { Doc } from "../query";
import { VERSION } from "./handshake";

/** collStats: https://www.mongodb.com/docs/manual/reference/command/collStats/ */
export function collStats(context: Context): Doc {
  const namespace = namespaceOf(context);
  const scale = numberField(context.command, "scale") ?? 1;
  const info = getCollection(context, namespace);
  if (!info)
    return {
      ns: namespace,
      size: 0,
      count: 0,
      storageSize: 0,
      totalSize: 0,
      nindexes: 0,
      indexSizes: {},
      totalIndexSize: 0,
      capped: false,
      ok: 1,
    };
  const count = readerOf(context).counter(counterKey(info.id, "count"));
  const bytes = readerOf(context).counter(counterKey(info.id, "bytes"));
  const size = Math.floor(bytes / scale);
  return {
    ns: namespace,
    size,
    count,
    avgObjSize: count === 0 ? 0 : Math.floor(bytes / count),
    storageSize: size,
    totalSize: size,
    capped: false,
    nindexes: info.indexes.length,
    indexBuilds: info.indexes.filter((index) => index.building).map((index) => index.name),
    indexSizes: Object.fromEntries(info.indexes.map((index) => [index.name, 0])),
    totalIndexSize: 0,
    scaleFactor: scale,
    ok: 1,
  };
}

/** dbStats: https://www.mongodb.com/docs/manual/reference/command/dbStats/ */
export function dbStats(context: Context): Doc {
  const { engine, database } = context;
  const scale = numberField(context.command, "scale") ?? 1;
  const reader = readerOf(context);
  let objects = 0;
  let bytes = 0;
  let collections = 0;
  let indexes = 0;
  for (const info of engine.catalog.list(reader, database)) {
    collections += 1;
    indexes += info.indexes.length;
    objects += reader.counter(counterKey(info.id, "count"));
    bytes += reader.counter(counterKey(info.id, "bytes"));
  }
  return {
    db: database,
    collections,
    views: 0,
    objects,
    avgObjSize: objects === 0 ? 0 : bytes / objects,
    dataSize: bytes / scale,
    storageSize: engine.storage.fileSize() / scale,
    indexes,
    indexSize: 0,
    totalSize: engine.storage.fileSize() / scale,
    scaleFactor: scale,
    ok: 1,
  };
}

/** validate: compares the documents with the indexes. */
export function validate(context: Context): Doc {
  const namespace = namespaceOf(context);
  const info = getCollection(context, namespace);
  if (!info) throw serverError("NamespaceNotFound", `Collection '${namespace}' does not exist to validate.`);
  const { records, keys, errors } = checkCollection(readerOf(context), info);
  return {
    ns: namespace,
    nInvalidDocuments: 0,
    nrecords: records,
    nIndexes: info.indexes.length,
    keysPerIndex: keys,
    valid: errors.length === 0,
    warnings: [],
    errors,
    extraIndexEntries: [],
    missingIndexEntries: [],
    corruptRecords: [],
    ok: 1,
  };
}

export function connectionStatus(): Doc {
  return {
    authInfo: { authenticatedUsers: [], authenticatedUserRoles: [], authenticatedUserPrivileges: [] },
    ok: 1,
  };
}

/** serverStatus, as far as tools look into it. */
export function serverStatus(context: Context): Doc {
  const { engine } = context;
  const uptime = (Date.now() - engine.startedAt.getTime()) / 1000;
  const memory = process.memoryUsage();
  return {
    host: os.hostname(),
    version: VERSION,
    process: "evenly",
    pid: Long.fromNumber(process.pid),
    uptime,
    uptimeMillis: Long.fromNumber(Math.floor(uptime * 1000)),
    localTime: new Date(),
    connections: { current: engine.connections, available: 10_000, totalCreated: engine.connections },
    mem: { bits: 64, resident: Math.round(memory.rss / 2 ** 20), virtual: 0, supported: true },
    metrics: { cursor: { open: { total: Long.fromNumber(engine.cursors.openCount) } } },
    transactions: { currentOpen: Long.fromNumber(engine.transactions.openCount) },
    storageEngine: { name: "lmdb", supportsCommittedReads: true, persistent: true },
    ok: 1,
  };
}

export function hostInfo(): Doc {
  return {
    system: {
      currentTime: new Date(),
      hostname: os.hostname(),
      cpuAddrSize: 64,
      memSizeMB: Math.round(os.totalmem() / 2 ** 20),
      numCores: os.cpus().length,
      cpuArch: os.arch(),
    },
    os: { type: os.type(), name: os.platform(), version: os.release() },
    extra: {},
    ok: 1,
  };
}

export function getCmdLineOpts(): Doc {
  return { argv: ["evenly"], parsed: {}, ok: 1 };
}

export function getLog(context: Context): Doc {
  if (context.command.getLog === "*") return { names: ["global", "startupWarnings"], ok: 1 };
  return { totalLinesWritten: 0, log: [], ok: 1 };
}

export function whatsmyuri(context: Context): Doc {
  return { you: `client:${context.connection.id}`, ok: 1 };
}

/** getParameter, for the parameters that drivers and tools ask for. */
export function getParameter(context: Context): Doc {
  const known = parameters(context);
  const { command } = context;
  if (command.getParameter === "*") return { ...known, ok: 1 };
  const wanted = Object.keys(known).filter((name) => Object.hasOwn(command, name));
  if (wanted.length === 0) throw serverError("InvalidOptions", "no option found to get");
  return { ...Object.fromEntries(wanted.map((name) => [name, known[name]])), ok: 1 };
}

function parameters(context: Context): Doc {
  const { transactions, maintenance } = context.engine;
  return {
    featureCompatibilityVersion: { version: "7.0" },
    authenticationMechanisms: [],
    transactionLifetimeLimitSeconds: transactions.lifetime / 1000,
    ttlMonitorSleepSecs: maintenance.sweepInterval / 1000,
  };
}

/** setParameter, for the two time limits. */
export function setParameter(context: Context): Doc {
  const { command, engine } = context;
  const lifetime = numberField(command, "transactionLifetimeLimitSeconds");
  const sleep = numberField(command, "ttlMonitorSleepSecs");
  const value = lifetime ?? sleep;
  if (value === undefined)
    throw serverError("InvalidOptions", "no option found to set, use help:true to see options");
  if (value < 1) throw serverError("BadValue", "Invalid value for parameter: it must be 1 or more");
  const was = lifetime === undefined ? engine.maintenance.sweepInterval : engine.transactions.lifetime;
  if (lifetime !== undefined) engine.transactions.lifetime = lifetime * 1000;
  else if (sleep !== undefined) engine.maintenance.sweepInterval = sleep * 1000;
  return { was: was / 1000, ok: 1 };
}

export function getDefaultRWConcern(): Doc {
  return {
    defaultReadConcern: { level: "local" },
    defaultWriteConcern: { w: "majority", wtimeout: 0 },
    defaultWriteConcernSource: "implicit",
    defaultReadConcernSource: "implicit",
    ok: 1,
  };
}

/** replSetGetStatus: the one member of the set that hello tells of. */
export function replSetGetStatus(context: Context): Doc {
  return {
    set: "evenly",
    date: new Date(),
    myState: 1,
    term: Long.fromNumber(1),
    members: [
      { _id: 0, name: context.connection.address, health: 1, state: 1, stateStr: "PRIMARY", self: true },
    ],
    ok: 1,
  };
}

export function noUsers(): Doc {
  return { users: [], ok: 1 };
}

export function noRoles(): Doc {
  return { roles: [], ok: 1 };
}

export function currentOp(): Doc {
  return { inprog: [], ok: 1 };
}

export function fsync(): Doc {
  return { numFiles: 1, ok: 1 };
}

export function top(): Doc {
  return { totals: {}, ok: 1 };
}
