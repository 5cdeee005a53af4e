import { ADVICE, location, typeMismatch } from "../errors";
import { joinStages } from "./joins";
import type { CompileStage, Pipeline, Row, RunStage, StageContext } from "./row";
import { plainStages } from "./stages";
import { isDocument, ownValue, type Doc } from "./values";

/** Every stage by its name. */
export const stages: Record<string, CompileStage> = { ...plainStages, ...joinStages };

/**
 * Compiles an aggregation pipeline, each stage by itself.
 * @param find returns the result of a pipeline on another collection
 * @throws ServerError 40324 for an unknown stage, 40323 for a stage that is not one field, and errors of stages.
 * Errors on documents are thrown while the result is read
 */
export function compileStages(pipeline: unknown, find: StageContext["find"]): Pipeline {
  const context: StageContext = { find, compile: (inner) => compileStages(inner, find) };
  if (!Array.isArray(pipeline)) throw typeMismatch("A pipeline must be an array of objects");
  return {
    source: pipeline as Doc[],
    stages: pipeline.map((stage: unknown) => compileStage(stage, context)),
  };
}

export const runStages = (compiled: readonly RunStage[], rows: Iterable<Row>): Iterable<Row> =>
  compiled.reduce((input, run) => run(input), rows);

function compileStage(stage: unknown, context: StageContext): RunStage {
  if (!isDocument(stage)) throw typeMismatch("Each element of the 'pipeline' array must be an object");
  const [name = "", ...more] = Object.keys(stage);
  if (name === "" || more.length > 0) {
    throw location(40323, "A pipeline stage specification object must contain exactly one field.");
  }
  const compile = ownValue(stages, name);
  if (!compile) throw location(40324, `Unrecognized pipeline stage name: '${name}'. ${ADVICE}`);
  return compile(stage[name], context);
}
