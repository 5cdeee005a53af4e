import { ServerError } from "../errors";
import { runPipeline } from "./pipeline";
import { isDocument, type Doc } from "./values";

const allowed = new Set(["$addFields", "$set", "$project", "$unset", "$replaceRoot", "$replaceWith"]);

/** Runs an update that is written as a pipeline. @throws ServerError 72 InvalidOptions for other stages */
export function runUpdatePipeline(doc: Doc, pipeline: Doc[], variables: Doc): Doc {
  for (const stage of pipeline) {
    const [name = ""] = isDocument(stage) ? Object.keys(stage) : [];
    if (name.startsWith("$") && knownStages.has(name) && !allowed.has(name)) {
      throw new ServerError(72, "InvalidOptions", `${name} is not allowed to be used within an update`);
    }
  }
  const [result] = runPipeline([doc], pipeline, { collection: () => [], let: variables });
  return result ?? {};
}

const knownStages = new Set([
  "$match",
  "$group",
  "$sort",
  "$limit",
  "$skip",
  "$lookup",
  "$unwind",
  "$count",
  "$facet",
  "$out",
  "$merge",
  "$unionWith",
  "$sample",
  "$sortByCount",
  "$bucket",
  "$bucketAuto",
  "$redact",
  "$graphLookup",
  "$documents",
]);
