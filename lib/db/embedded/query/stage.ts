import type { Doc } from "./values";

/** A stage made ready: turns documents into documents, one at a time where it can. */
export type RunStage = (docs: Iterable<Doc>) => Iterable<Doc>;

/** What a stage may ask of what is around it. */
export type StageContext = {
  /** The documents of another collection that match a filter. */
  find: (collection: string, filter: Doc) => Iterable<Doc>;
  /** Compiles a pipeline within a stage. @throws ServerError as the pipeline itself would */
  compile: (pipeline: unknown) => RunStage;
};

/** Makes a stage ready from its specification. @throws ServerError for one that makes no sense */
export type CompileStage = (specification: unknown, context: StageContext) => RunStage;
