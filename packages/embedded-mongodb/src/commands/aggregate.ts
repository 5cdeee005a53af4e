import { failedToParse, typeMismatch } from "../errors";
import { compileStages } from "../query/pipeline";
import { namespaceOf, type Context, type Reply } from "./context";
import { cursorBatchSize, cursorReply } from "./cursors";
import { finder } from "./leading-query";

/** aggregate: https://www.mongodb.com/docs/manual/reference/command/aggregate/ */
export function aggregate(context: Context): Reply {
  const { command } = context;
  const { pipeline, cursor } = command;
  if (!Array.isArray(pipeline)) throw typeMismatch("'pipeline' option must be specified as an array");
  if (cursor === undefined) throw failedToParse("The 'cursor' option is required");
  const namespace = namespaceOf(context);
  const find = finder(context);
  const results = find(String(command.aggregate), compileStages(pipeline, find));
  return cursorReply(context, namespace, results, { batchSize: cursorBatchSize(command) });
}
