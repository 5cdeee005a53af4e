import type { Row } from "./row";
import type { Doc } from "./values";

/** A compiled stage: maps documents to documents, lazily if possible. */
export type RunStage = (rows: Iterable<Row>) => Iterable<Row>;

/** A pipeline, and its compiled stages, which can run any number of times. */
export type Pipeline = { source: readonly Doc[]; stages: readonly RunStage[] };

/** The context of a stage. */
export type StageContext = {
  /** The result of a pipeline on another collection, on the documents that the filter matches. */
  find: (collection: string, pipeline: Pipeline, filter?: Doc) => Iterable<Row>;
  /** Compiles a nested pipeline. @throws ServerError like the pipeline itself */
  compile: (pipeline: unknown) => Pipeline;
};

/** Compiles a stage. @throws ServerError for an invalid specification */
export type CompileStage = (specification: unknown, context: StageContext) => RunStage;
