import { ServerError } from "../errors";
import { failedToParse } from "./errors";
import { equalValues } from "./compare";
import { compileFilter } from "./filter";
import { print } from "./print";
import { applyModifiers } from "./update-modifiers";
import { runUpdatePipeline } from "./update-pipeline";
import { isDocument, ownValue, startsWithOperator, type Doc } from "./values";

/** What an update may refer to. */
export interface UpdateOptions {
  /** The filter that found the document: the positional `$` stands for its match. */
  filter?: Doc;
  arrayFilters?: Doc[];
  /** An upsert that inserts: `$setOnInsert` applies. */
  inserting?: boolean;
  let?: Doc;
  collation?: Doc;
  /** One moment for all documents of a statement. */
  now?: Date;
}

/**
 * Applies an update: modifiers (`{$set: …}`), a replacement document, or a pipeline.
 *
 * @returns a new document; the one passed in is untouched
 * @throws ServerError with MongoDB's codes: 9 unknown modifier, 28 PathNotViable, 40 conflicting paths,
 *   56 empty field name, 66 ImmutableField for a changed `_id` …
 */
export function applyUpdate(doc: Doc, update: Doc | Doc[], options: UpdateOptions): Doc {
  const updated = transform(doc, update, options);
  const id = ownValue(doc, "_id");
  if (id === undefined) return withIdFirst(updated);
  const newId = ownValue(updated, "_id");
  if (newId === undefined || !equalValues(id, newId)) {
    throw immutableId(newId);
  }
  return updated;
}

function transform(doc: Doc, update: Doc | Doc[], options: UpdateOptions): Doc {
  if (Array.isArray(update)) {
    if (options.arrayFilters && options.arrayFilters.length > 0) {
      throw failedToParse("arrayFilters may not be specified for pipeline-syle updates");
    }
    return keepId(doc, runUpdatePipeline(doc, update, options.let ?? {}));
  }
  if (!isDocument(update)) throw failedToParse("Update argument must be either an object or an array");
  if (!startsWithOperator(update)) {
    const operator = Object.keys(update).find((key) => key.startsWith("$"));
    if (operator) {
      throw new ServerError(
        52,
        "DollarPrefixedFieldName",
        `The dollar ($) prefixed field '${operator}' in '${operator}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
      );
    }
    if (options.arrayFilters && options.arrayFilters.length > 0) {
      throw failedToParse("Cannot specify arrayFilters and a replacement-style update");
    }
    return keepId(doc, update);
  }
  return applyModifiers(doc, update, {
    arrayFilters: options.arrayFilters ?? [],
    inserting: options.inserting ?? false,
    now: options.now ?? new Date(),
    position: () => matchedPosition(doc, options),
    collation: options.collation,
  });
}

function matchedPosition(doc: Doc, options: UpdateOptions): number | undefined {
  const details: { index?: number } = {};
  if (!options.inserting) compileFilter(options.filter ?? {}, options)(doc, details);
  return details.index;
}

// A replacement keeps the document's `_id`, in the first place, unless it brings one of its own.
function keepId(doc: Doc, replacement: Doc): Doc {
  const id = ownValue(replacement, "_id") ?? ownValue(doc, "_id");
  return withIdFirst({ ...replacement, _id: id });
}

function withIdFirst(doc: Doc): Doc {
  if (ownValue(doc, "_id") === undefined || Object.keys(doc)[0] === "_id") return doc;
  return { _id: doc._id, ...doc };
}

function immutableId(newId: unknown): ServerError {
  return new ServerError(
    66,
    "ImmutableField",
    `Performing an update on the path '_id' would modify the immutable field '_id'` +
      (newId === undefined ? "" : `; it was found to have been altered to _id: ${print(newId)}`),
  );
}
