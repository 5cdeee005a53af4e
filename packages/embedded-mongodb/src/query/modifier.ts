import { EJSON } from "bson";
import { badValue, type ServerError } from "../errors";
import { ownValue, typeName, type Doc } from "./values";

/** The target of a modifier. */
export type Place = {
  /** Whether the field exists. */
  present: boolean;
  path: string;
  operator: string;
  /** The document before the update. */
  document: Doc;
};

/** An update operator. */
export type Modifier = {
  /** Refuses an invalid argument before any document is changed. */
  check?: (argument: unknown, path: string) => void;
  /** The field's new value; undefined to remove it; the same value if nothing changes. */
  apply: (value: unknown, argument: unknown, place: Place) => unknown;
  /** Skips a missing path instead of creating it. */
  skipsMissing?: true;
};

/** The operator does not apply to the field's value. */
export function notApplicable(value: unknown, { operator, path, document }: Place): ServerError {
  return badValue(
    `Cannot apply ${operator}: the document {_id: ${EJSON.stringify(ownValue(document, "_id"))}} has the field '${path}' of type ${typeName(value)} (${EJSON.stringify(value)})`,
  );
}
