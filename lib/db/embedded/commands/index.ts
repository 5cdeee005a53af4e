import type { Context } from "../context";
import type { Reply } from "../wire";
import { aggregate } from "./aggregate";
import { create, drop, dropDatabase, listCollections, listDatabases, renameCollection } from "./collections";
import { getMore, killCursors } from "./cursors";
import { deleteDocuments } from "./delete";
import { count, distinct, find } from "./find";
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
  commitTransaction,
  count,
  create,
  createIndexes,
  delete: deleteDocuments,
  deleteIndexes: dropIndexes,
  distinct,
  drop,
  dropDatabase,
  dropIndexes,
  endSessions,
  find,
  findAndModify,
  findandmodify: findAndModify,
  getMore,
  hello,
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
  startSession,
  update,
};
