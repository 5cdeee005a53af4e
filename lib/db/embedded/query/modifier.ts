import { badValue, type ServerError } from "../errors";
import { print } from "./print";
import { ownValue, typeName, type Doc } from "./values";

/** Where a modifier is applied. */
export type Place = {
  /** Whether the field is there. */
  present: boolean;
  path: string;
  operator: string;
  /** The document before the update. */
  document: Doc;
};

/** One update operator. */
export type Modifier = {
  /** Refuses an argument before any document is touched. */
  check?: (argument: unknown, path: string) => void;
  /** The field's new value, undefined to remove it; the value itself where nothing changes. */
  apply: (value: unknown, argument: unknown, place: Place) => unknown;
  /** Leaves a path alone that does not exist; without it, the path is created. */
  skipsMissing?: true;
};

/** A field holds what an operator cannot be applied to. */
export function notApplicable(value: unknown, { operator, path, document }: Place): ServerError {
  return badValue(
    `Cannot apply ${operator}: the document {_id: ${print(ownValue(document, "_id") ?? null)}} has the field '${path}' of type ${typeName(value)} (${print(value)})`,
  );
}
