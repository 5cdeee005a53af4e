import type { ModifierContext } from "./update-modifiers";
import { print } from "./print";
import { ownValue, type Doc } from "./values";

/** Where a modifier is applied. */
export interface Place {
  readonly present: boolean;
  readonly path: string;
  readonly operator: string;
  /** The document before the update. */
  readonly document: Doc;
  readonly context: ModifierContext;
}

/** One update operator: answers the field's new value, undefined to remove it. */
export interface Modifier {
  /** Refuses an argument before any document is touched. */
  check?(argument: unknown, path: string, operator: string): void;
  apply(value: unknown, argument: unknown, place: Place): unknown;
  /** What happens where the path does not exist; without it, the path is created. */
  absent?: "skip";
}

/** The document's _id as error messages name it. */
export function documentId({ document }: Place): string {
  return `{_id: ${print(ownValue(document, "_id") ?? null)}}`;
}

/** The last part of a path. */
export function last(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
