import type { Context } from "../context";
import type { Reply } from "../wire";
import { aggregate } from "./aggregate";
import { create, drop, dropDatabase, listCollections, listDatabases, renameCollection } from "./collections";
import { getMore, killCursors } from "./cursors";
import { deleteDocuments } from "./delete";
import { count, distinct, find } from "./find";
import { explain } from "./explain";
import {
  collStats,
  connectionStatus,
  currentOp,
  dbStats,
  fsync,
  getCmdLineOpts,
  getDefaultRWConcern,
  getLog,
  getParameter,
  hostInfo,
  noRoles,
  noUsers,
  replSetGetStatus,
  serverStatus,
  setParameter,
  top,
  validate,
  whatsmyuri,
} from "./diagnostics";
import { findAndModify } from "./find-and-modify";
import { buildInfo, hello, ping } from "./handshake";
import { collMod, createIndexes, dropIndexes, listIndexes } from "./indexes";
import { insert } from "./insert";
import {
  abortTransaction,
  commitTransaction,
  endSessions,
  refreshSessions,
  startSession,
} from "./transactions";
import { update } from "./update";

export type Command = (context: Context) => Reply | Promise<Reply>;

/** All commands by name. */
export const commands: Readonly<Record<string, Command>> = {
  abortTransaction,
  aggregate,
  buildInfo,
  buildinfo: buildInfo,
  collMod,
  collStats,
  collstats: collStats,
  commitTransaction,
  connectionStatus,
  count,
  create,
  createIndexes,
  currentOp,
  dbStats,
  dbstats: dbStats,
  delete: deleteDocuments,
  deleteIndexes: dropIndexes,
  distinct,
  drop,
  dropDatabase,
  dropIndexes,
  endSessions,
  explain,
  find,
  findAndModify,
  findandmodify: findAndModify,
  fsync,
  getCmdLineOpts,
  getDefaultRWConcern,
  getLog,
  getMore,
  getParameter,
  hello,
  hostInfo,
  insert,
  isMaster: hello,
  ismaster: hello,
  killCursors,
  killSessions: endSessions,
  listCollections,
  listDatabases,
  listIndexes,
  ping,
  refreshSessions,
  renameCollection,
  replSetGetStatus,
  rolesInfo: noRoles,
  serverStatus,
  setParameter,
  startSession,
  top,
  update,
  usersInfo: noUsers,
  validate,
  whatsmyuri,
};
