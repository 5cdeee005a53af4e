import type { Doc } from "./values";

/** A compiled stage: maps documents to documents, lazily if possible. */
export type RunStage = (docs: Iterable<Doc>) => Iterable<Doc>;

/** The context of a stage. */
export type StageContext = {
  /** The result of a pipeline on another collection. */
  find: (collection: string, pipeline: Doc[]) => Iterable<Doc>;
  /** Compiles a nested pipeline. @throws ServerError like the pipeline itself */
  compile: (pipeline: unknown) => RunStage;
};

/** Compiles a stage. @throws ServerError for an invalid specification */
export type CompileStage = (specification: unknown, context: StageContext) => RunStage;
