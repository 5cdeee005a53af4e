import { ObjectId } from "bson";
import type { Context } from "../context";
import type { Doc } from "../query";
import { SESSION_TIMEOUT_MS } from "../sessions";
import { MAX_MESSAGE } from "../wire";

/** The version of MongoDB whose behaviour is imitated. */
export const VERSION = "7.0.0";
const MAX_WIRE_VERSION = 21;
const REPLICA_SET = "evenly";
const electionId = new ObjectId("7fffffff0000000000000001");

/**
 * hello, isMaster: looks like the primary of a replica set with one member, as only those have transactions.
 * https://www.mongodb.com/docs/manual/reference/command/hello/
 */
export function hello(context: Context): Doc {
  const { command, connection } = context;
  const legacy = context.name !== "hello";
  return {
    helloOk: true,
    ...(legacy ? { ismaster: true } : { isWritablePrimary: true }),
    hosts: [connection.address],
    setName: REPLICA_SET,
    setVersion: 1,
    secondary: false,
    primary: connection.address,
    me: connection.address,
    electionId,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: MAX_MESSAGE,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: SESSION_TIMEOUT_MS / 60_000,
    connectionId: connection.id,
    minWireVersion: 0,
    maxWireVersion: MAX_WIRE_VERSION,
    readOnly: false,
    ...(command.saslSupportedMechs === undefined ? {} : { saslSupportedMechs: [] }),
    ok: 1,
  };
}

export function ping(): Doc {
  return { ok: 1 };
}

export function buildInfo(): Doc {
  return {
    version: VERSION,
    versionArray: [7, 0, 0, 0],
    gitVersion: "evenly",
    modules: ["embedded"],
    bits: 64,
    debug: false,
    maxBsonObjectSize: 16 * 1024 * 1024,
    storageEngines: ["lmdb"],
    ok: 1,
  };
}
