import { ServerError } from "../errors";
import { location, typeMismatch } from "./errors";
import { compileCollation } from "./collation";
import { newEnvironment, newScope, type Environment, type Scope } from "./expression";
import { isDocument, type Doc } from "./values";
import { stages } from "./stages";

/** What a pipeline reads besides its input. */
export interface PipelineContext {
  /** All documents of another collection. */
  collection: (name: string) => Iterable<Doc>;
  let?: Doc;
  collation?: Doc;
}

/** What a stage needs to know while it is compiled. */
export interface StageContext extends PipelineContext {
  readonly scope: Scope;
  readonly variables: Doc;
  environment(doc: Doc): Environment;
}

/** A stage made ready: turns documents into documents, one at a time where it can. */
export type RunStage = (docs: Iterable<Doc>) => Iterable<Doc>;

/**
 * Runs an aggregation pipeline.
 *
 * @throws ServerError 40324 for an unknown stage, 40323 for a stage that is not one field; a stage's own
 *   complaints at once, a document's while the result is read
 */
export function runPipeline(docs: Iterable<Doc>, pipeline: Doc[], context: PipelineContext): Iterable<Doc> {
  const variables: Doc = { NOW: new Date(), ...context.let };
  const stageContext: StageContext = {
    ...context,
    variables,
    scope: newScope(variables, compileCollation(context.collation)),
    environment: (doc) => newEnvironment(doc, variables),
  };
  return compileStages(pipeline, stageContext).reduce((input, run) => run(input), docs);
}

/**
 * Complains about a pipeline as `runPipeline` would, without running it.
 *
 * @throws ServerError as `runPipeline`
 */
export function checkPipeline(pipeline: Doc[], options: { let?: Doc; collation?: Doc } = {}): void {
  runPipeline([], pipeline, { ...options, collection: () => [] });
}

/** Compiles the stages of a pipeline or of a part of one. */
export function compileStages(pipeline: unknown, context: StageContext): RunStage[] {
  if (!Array.isArray(pipeline)) throw typeMismatch("A pipeline must be an array of objects");
  return (pipeline as unknown[]).map((stage, index) => {
    if (!isDocument(stage)) throw typeMismatch("Each element of the 'pipeline' array must be an object");
    const names = Object.keys(stage);
    if (names.length !== 1) {
      throw location(40323, "A pipeline stage specification object must contain exactly one field.");
    }
    const [name = ""] = names;
    const compile = Object.hasOwn(stages, name) ? stages[name] : undefined;
    if (!compile)
      throw new ServerError(40324, "Location40324", `Unrecognized pipeline stage name: '${name}'`);
    if (index > 0 && name === "$documents") {
      throw location(40602, "$documents is only valid as the first stage in a pipeline.");
    }
    return compile(stage[name], context);
  });
}
