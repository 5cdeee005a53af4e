import { appendField, decode, encode, encodeArray, type FieldNames } from "./codec";
import { BsonType, type Doc } from "./values";

/** A document on its way through a query. It is decoded when a stage needs that: most of a result is only passed on. */
export class Row {
  constructor(
    private encoded: Buffer | null,
    private decoded: Doc | null = null,
  ) {}

  static of(doc: Doc): Row {
    return new Row(null, doc);
  }

  get bytes(): Buffer {
    return (this.encoded ??= encode(this.doc));
  }

  get doc(): Doc {
    return (this.decoded ??= decode(this.bytes));
  }

  /** The document with these documents in a top-level field that it does not have; null if it is not encoded. */
  append(field: string, rows: readonly Row[]): Row | null {
    if (!this.encoded) return null;
    const array = encodeArray(rows.map(({ bytes }) => bytes));
    return new Row(appendField(this.encoded, field, BsonType.array, array));
  }

  /** The document with at least these top-level fields. */
  only(names: FieldNames): Doc {
    return this.decoded ?? decode(this.bytes, names);
  }
}

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
