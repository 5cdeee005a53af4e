import type { Row } from "./row";
import type { Doc } from "./values";

/** A compiled stage: maps documents to documents, lazily if possible. */
export type RunStage = (rows: Iterable<Row>) => Iterable<Row>;

/** The context of a stage. */
export type StageContext = {
  /** The result of a pipeline on another collection. */
  find: (collection: string, pipeline: Doc[]) => Iterable<Row>;
  /** Compiles a nested pipeline. @throws ServerError like the pipeline itself */
  compile: (pipeline: unknown) => RunStage;
};

/** Compiles a stage. @throws ServerError for an invalid specification */
export type CompileStage = (specification: unknown, context: StageContext) => RunStage;
