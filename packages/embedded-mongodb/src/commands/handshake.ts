import type { Doc } from "../query/values";
import { MAX_MESSAGE } from "../server/wire";
import { MAX_DOCUMENT } from "../storage/documents";
import { SESSION_TIMEOUT_MS } from "../storage/transactions";
import type { Context } from "./context";

/** hello, isMaster: presents a primary of a single-member replica set, because only those have transactions. */
export function hello({ name, connection }: Context): Doc {
  return {
    helloOk: true,
    ...(name === "hello" ? { isWritablePrimary: true } : { ismaster: true }),
    hosts: [connection.address],
    setName: "evenly",
    secondary: false,
    primary: connection.address,
    me: connection.address,
    maxBsonObjectSize: MAX_DOCUMENT,
    maxMessageSizeBytes: MAX_MESSAGE,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: SESSION_TIMEOUT_MS / 60_000,
    connectionId: connection.id,
    minWireVersion: 0,
    // As in MongoDB 7.0, which is emulated.
    maxWireVersion: 21,
    readOnly: false,
  };
}

/** ping: also checks that the database can write. @throws ServerError OutOfDiskSpace */
export function ping({ database }: Context): void {
  database.store.checkSpace();
}

export function buildInfo(): Doc {
  return {
    version: "7.0.0",
    versionArray: [7, 0, 0, 0],
    gitVersion: "evenly",
    modules: ["embedded"],
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_DOCUMENT,
    storageEngines: ["lmdb"],
  };
}
