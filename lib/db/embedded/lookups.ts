import type { CollectionInfo } from "./catalog";
import type { Reader } from "./kv";
import { runPipeline, valuesAt, type Doc, type PipelineContext } from "./query";
import { findStored } from "./scan";

// Of a document with more values than this in its local field, the join reads the whole collection.
const MAX_VALUES = 1000;

/**
 * Runs a pipeline so that each `$lookup` by an indexed field reads only what the index leads to: the stage
 * itself stays what it is, it is given the candidates instead of the collection, document by document.
 */
export function runWithLookups(
  docs: Iterable<Doc>,
  pipeline: Doc[],
  context: PipelineContext,
  collectionInfo: (name: string) => CollectionInfo | null,
  reader: Reader,
): Iterable<Doc> {
  let results = docs;
  let start = 0;
  for (const [position, stage] of pipeline.entries()) {
    const lookup = indexedLookup(stage, collectionInfo);
    if (!lookup) continue;
    if (position > start) results = runPipeline(results, pipeline.slice(start, position), context);
    results = joinByIndex(results, stage, lookup, context, reader);
    start = position + 1;
  }
  return start < pipeline.length ? runPipeline(results, pipeline.slice(start), context) : results;
}

type IndexedLookup = { from: string; localField: string; foreignField: string; info: CollectionInfo };

function indexedLookup(
  stage: Doc,
  collectionInfo: (name: string) => CollectionInfo | null,
): IndexedLookup | null {
  const lookup = stage.$lookup as Partial<Record<string, unknown>> | undefined;
  if (typeof lookup !== "object" || lookup === null) return null;
  const { from, localField, foreignField } = lookup;
  if (typeof from !== "string" || typeof localField !== "string" || typeof foreignField !== "string")
    return null;
  if (lookup.pipeline !== undefined && readsCollections(lookup.pipeline)) return null;
  const info = collectionInfo(from);
  const indexed = info?.indexes.some(
    (index) =>
      Object.keys(index.key)[0] === foreignField &&
      !index.sparse &&
      !index.partialFilterExpression &&
      !index.hidden &&
      !index.building,
  );
  return info && indexed ? { from, localField, foreignField, info } : null;
}

// A pipeline inside that reads the same collection again must see all of it.
function readsCollections(pipeline: unknown): boolean {
  return (
    !Array.isArray(pipeline) ||
    pipeline.some((stage) =>
      ["$lookup", "$unionWith", "$graphLookup", "$facet"].some((name) =>
        Object.hasOwn(Object(stage) as object, name),
      ),
    )
  );
}

function* joinByIndex(
  docs: Iterable<Doc>,
  stage: Doc,
  { from, localField, foreignField, info }: IndexedLookup,
  context: PipelineContext,
  reader: Reader,
): Iterable<Doc> {
  for (const doc of docs) {
    const values = valuesAt(doc, localField)
      .filter((value) => !Array.isArray(value) || value.length > 0)
      .map((value) => value ?? null);
    const usable =
      values.length <= MAX_VALUES && values.every((value) => !Array.isArray(value) && !isPattern(value));
    const candidates = function* () {
      const filter = { [foreignField]: { $in: values } };
      for (const stored of findStored(reader, info, { filter })) yield stored.doc;
    };
    yield* runPipeline([doc], [stage], {
      ...context,
      collection: (name) => (usable && name === from ? candidates() : context.collection(name)),
    });
  }
}

function isPattern(value: unknown): boolean {
  return (value as { _bsontype?: string } | null)?._bsontype === "BSONRegExp";
}
