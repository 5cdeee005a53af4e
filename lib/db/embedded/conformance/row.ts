import type { Document } from "mongodb";

/** One thing that is done to a server: a command, or a step of a transaction in a named session. */
export type Step =
  Document | { begin: string } | { in: string; run: Document } | { commit: string } | { abort: string };

/** A difference to the independent server that stays, and who is right. */
export interface Difference {
  reason: string;
  /** The page of MongoDB's manual that decides. */
  documentation: string;
}

/** One row of the table: documents, what is done with them, and (in `answers/`) what is answered. */
export interface Row {
  name: string;
  /** The documents of each collection before the row; "c" is the one most rows use. */
  given: Record<string, Document[]>;
  /** Indexes that are made before the documents are inserted. */
  indexes?: Document[];
  steps: Step[];
  /** The order of the documents answered is not defined: they are compared sorted. */
  unordered?: boolean;
  differs?: Difference;
}

export const find = (filter: Document = {}, rest: Document = {}): Document => ({
  find: "c",
  filter,
  ...rest,
});
export const insert = (documents: Document[], rest: Document = {}): Document => ({
  insert: "c",
  documents,
  ...rest,
});
export const update = (q: Document, u: Document | Document[], rest: Document = {}): Document => ({
  update: "c",
  updates: [{ q, u, ...rest }],
});
export const remove = (q: Document, limit = 0): Document => ({ delete: "c", deletes: [{ q, limit }] });
export const aggregate = (pipeline: Document[], rest: Document = {}): Document => ({
  aggregate: "c",
  pipeline,
  cursor: {},
  ...rest,
});
export const findAndModify = (rest: Document): Document => ({ findAndModify: "c", ...rest });
export const createIndexes = (...indexes: Document[]): Document => ({
  createIndexes: "c",
  indexes: indexes.map((index) => ({ name: Object.keys(index.key as Document).join("_"), ...index })),
});

/** Everything in the collection, by `_id`. */
export const all: Document = find({}, { sort: { _id: 1 } });

/** A row of its own. */
export function row(name: string, given: Document[] | Record<string, Document[]>, ...steps: Step[]): Row {
  return { name, given: Array.isArray(given) ? { c: given } : given, steps };
}

/** A row for each filter over the same documents; a pair adds options (sort, projection …). */
export function finds(
  group: string,
  given: Document[],
  filters: Record<string, Document | [Document, Document]>,
): Row[] {
  return Object.entries(filters).map(([name, filter]) => {
    const [query, rest] = Array.isArray(filter) ? filter : [filter, {}];
    return row(`${group}: ${name}`, given, find(query, { sort: { _id: 1 }, ...rest }));
  });
}

/** A row for each update, followed by a look at all documents. */
export function updates(
  group: string,
  given: Document[],
  statements: Record<string, [Document, Document | Document[], Document?]>,
): Row[] {
  return Object.entries(statements).map(([name, [q, u, rest]]) =>
    row(`${group}: ${name}`, given, update(q, u, rest), all),
  );
}

/** A row for each pipeline over the same documents. */
export function pipelines(
  group: string,
  given: Document[] | Record<string, Document[]>,
  stages: Record<string, Document[]>,
): Row[] {
  return Object.entries(stages).map(([name, pipeline]) =>
    row(`${group}: ${name}`, given, aggregate(pipeline)),
  );
}

/** A row for each expression, evaluated on one document. */
export function expressions(group: string, doc: Document, named: Record<string, unknown>): Row[] {
  const given = [{ _id: 1, ...doc }];
  return Object.entries(named).map(([name, expression]) =>
    row(`${group}: ${name}`, given, aggregate([{ $project: { _id: 0, value: expression } }])),
  );
}
