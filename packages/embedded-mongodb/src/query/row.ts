import { appendField, decode, encode, encodeArray, type FieldNames } from "./codec";
import { BsonType, type Doc } from "./values";

/** A document on its way through a query. It is decoded when a stage needs that: most of a result is only passed on. */
export class Row {
  private decoded: Doc | null = null;

  constructor(private encoded: Uint8Array | null) {}

  static of(doc: Doc): Row {
    const row = new Row(null);
    row.decoded = doc;
    return row;
  }

  get bytes(): Uint8Array {
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
