import { BSON, DBRef, Double, Int32 } from "bson";
import { serverError } from "../errors";
import { isInt32, setOwn, type Doc } from "./values";

/** MongoDB's limit on the depth of nested documents. */
const MAX_DEPTH = 200;

const readOptions = { promoteValues: false, bsonRegExp: true } as const;

/**
 * Decodes one BSON document so that every number type survives a round trip (see `Doc`).
 * @throws ServerError 22 InvalidBSON for invalid bytes, 15 Overflow for excessive nesting
 */
export function decode(bytes: Uint8Array): Doc {
  let doc: Doc;
  try {
    doc = BSON.deserialize(bytes, readOptions);
  } catch (error) {
    throw serverError("InvalidBSON", error instanceof Error ? error.message : "invalid BSON");
  }
  return normalizeDocument(doc, 1);
}

/** Encodes a document; the inverse of `decode`. */
export function encode(doc: object): Uint8Array {
  return BSON.serialize(doc);
}

// The documents were just created by bson, so they are changed in place.
function normalizeDocument(doc: Doc, depth: number): Doc {
  checkDepth(depth);
  for (const key of Object.keys(doc)) {
    const value = doc[key];
    if (typeof value === "object" && value !== null) {
      const normal = normalize(value, depth);
      if (normal !== value) setOwn(doc, key, normal);
    }
  }
  return doc;
}

function normalize(value: object, depth: number): unknown {
  if (value instanceof Int32) return value.value;
  if (value instanceof Double) return isInt32(value.value) ? value : value.value;
  if (Array.isArray(value)) {
    checkDepth(depth + 1);
    for (let index = 0; index < value.length; index += 1) {
      const item: unknown = value[index];
      if (typeof item === "object" && item !== null) value[index] = normalize(item, depth + 1);
    }
    return value;
  }
  if (value instanceof DBRef) return normalizeDocument(plainReference(value), depth + 1);
  const plain = !("_bsontype" in value) && Object.getPrototypeOf(value) === Object.prototype;
  return plain ? normalizeDocument(value as Doc, depth + 1) : value;
}

function checkDepth(depth: number): void {
  if (depth <= MAX_DEPTH) return;
  throw serverError("Overflow", `BSONObj exceeds maximum nested object depth: ${MAX_DEPTH}`);
}

// bson turns {$ref, $id} into a special object; for the database it is a plain document.
function plainReference(reference: DBRef): Doc {
  const doc: Doc = { $ref: reference.collection, $id: reference.oid };
  if (reference.db) doc.$db = reference.db;
  return Object.assign(doc, reference.fields);
}
