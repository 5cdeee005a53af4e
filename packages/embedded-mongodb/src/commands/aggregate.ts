import { failedToParse, typeMismatch } from "../errors";
import { compilePipeline, compileStages } from "../query/pipeline";
import { Row } from "../query/row";
import type { Doc } from "../query/values";
import { namespaceOf, type Context, type Reply } from "./context";
import { cursorBatchSize, cursorReply } from "./cursors";
import { finder } from "./leading-query";
import { statisticsStage } from "./statistics";

/** aggregate: https://www.mongodb.com/docs/manual/reference/command/aggregate/ */
export function aggregate(context: Context): Reply {
  const { command } = context;
  const { pipeline, cursor } = command;
  if (!Array.isArray(pipeline)) throw typeMismatch("'pipeline' option must be specified as an array");
  if (cursor === undefined) throw failedToParse("The 'cursor' option is required");
  const namespace = namespaceOf(context);
  const find = finder(context);
  // Statistics stages replace the collection's documents.
  const statistics = statisticsStage(context, namespace, pipeline[0] as Doc | undefined);
  const results = statistics
    ? compilePipeline(pipeline.slice(1), find)(statistics.map(Row.of))
    : find(String(command.aggregate), compileStages(pipeline, find));
  return cursorReply(context, namespace, results, { batchSize: cursorBatchSize(command) });
}
