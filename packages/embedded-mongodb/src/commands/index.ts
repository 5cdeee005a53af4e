import { create, drop, dropDatabase, listCollections, listDatabases } from "./collections";
import type { Context, Reply } from "./context";
import { getMore, killCursors } from "./cursors";
import { connectionStatus, hostInfo, validate } from "./diagnostics";
import { explain } from "./explain";
import { aggregate, count, distinct, find } from "./find";
import { buildInfo, hello, ping } from "./handshake";
import { createIndexes, dropIndexes, listIndexes } from "./indexes";
import { abortTransaction, commitTransaction, endSessions } from "./transactions";
import { findAndModify, update } from "./update";
import { deleteDocuments, insert } from "./writes";

type Command = (context: Context) => Reply | Promise<Reply>;

/** All commands by name: https://www.mongodb.com/docs/manual/reference/command/ describes each on a page of that name. */
export const commands: Readonly<Record<string, Command>> = {
  abortTransaction,
  aggregate,
  buildInfo,
  buildinfo: buildInfo,
  commitTransaction,
  connectionStatus,
  count,
  create,
  createIndexes,
  delete: deleteDocuments,
  distinct,
  drop,
  dropDatabase,
  dropIndexes,
  endSessions,
  explain,
  find,
  findAndModify,
  getMore,
  hello,
  hostInfo,
  insert,
  isMaster: hello,
  ismaster: hello,
  killCursors,
  listCollections,
  listDatabases,
  listIndexes,
  ping,
  update,
  validate,
};
