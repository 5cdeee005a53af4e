import { checkNamespace } from "../catalog";
import { numberField, type Context } from "../context";
import { serverError } from "../errors";
import { toBigInt } from "../transactions";
import type { Doc } from "../query";
import { cursorId, type Reply } from "../wire";
import { cursorReply } from "./find";

/** getMore: https://www.mongodb.com/docs/manual/reference/command/getMore/ */
export function getMore(context: Context): Reply {
  const { command, database, engine } = context;
  const collection = command.collection;
  if (typeof collection !== "string")
    throw serverError("TypeMismatch", "BSON field 'getMore.collection' is missing but a required field");
  const namespace = `${database}.${collection}`;
  const batchSize = numberField(command, "batchSize");
  if (batchSize !== undefined && batchSize < 0) {
    throw serverError("BadValue", `BSON field 'batchSize' value must be >= 0, actual value '${batchSize}'`);
  }
  const batch = engine.cursors.more(toBigInt(command.getMore), namespace, context.transaction, batchSize);
  return cursorReply(namespace, "nextBatch", batch);
}

/** killCursors: https://www.mongodb.com/docs/manual/reference/command/killCursors/ */
export function killCursors(context: Context): Doc {
  const collection = context.command.killCursors;
  if (typeof collection === "string" && !collection.startsWith("$cmd."))
    checkNamespace(context.database, collection);
  const cursors = Array.isArray(context.command.cursors) ? context.command.cursors : [];
  const killed: unknown[] = [];
  const missing: unknown[] = [];
  for (const id of cursors)
    (context.engine.cursors.kill(toBigInt(id)) ? killed : missing).push(cursorId(toBigInt(id)));
  return { cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
}
