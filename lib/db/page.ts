import "server-only";
import type { ClientSession, Collection, Document, Filter, FindOptions, ObjectId } from "mongodb";
import { MAX_ROWS, type Page, type PageRequest } from "@/lib/core/page";
import { invalid } from "@/lib/errors";
import type { Collections } from "./collections";
import { toId } from "./ids";

/** Batch size that returns a list in one reply. The default of 101 needs another round trip for each batch. */
const SINGLE_BATCH = 1_000;

/** All rows of a pipeline, with one command. */
export const aggregate = <Row extends Document>(
  collection: Pick<Collection, "aggregate">,
  stages: Document[],
  session?: ClientSession,
): Promise<Row[]> =>
  collection.aggregate<Row>(stages, { batchSize: SINGLE_BATCH, ...(session && { session }) }).toArray();

/** All matching documents, with one command. */
export const findAll = <T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  options: FindOptions = {},
): Promise<T[]> =>
  collection.find<T>(filter as Filter<Document>, { ...options, batchSize: SINGLE_BATCH }).toArray();

type Join = { from: keyof Collections; localField: string; foreignField: string; as: string };

/** The stage that adds a list to each row: the documents of another collection, after these stages. */
export const lookup = (join: Join, pipeline: Document[]) => ({ $lookup: { ...join, pipeline } });

/** The stage that adds the event of each row, as a list `event`. */
export const lookupEvent = {
  $lookup: { from: "events", localField: "eventId", foreignField: "_id", as: "event" },
} as const;

/** The stage that adds the rows of another pipeline. */
export const unionWith = (coll: keyof Collections, pipeline: Document[]) => ({
  $unionWith: { coll, pipeline },
});

/** Encodes the sort key and id of the last row as a cursor, which is opaque to clients. */
export function encodeCursor(at: Date | null, id: ObjectId): string {
  return Buffer.from(`${at?.getTime() ?? ""}.${id.toHexString()}`).toString("base64url");
}

/** Decodes a cursor. @throws AppError "invalid" if it is malformed */
export function decodeCursor(cursor: string): { at: Date | null; id: ObjectId } {
  const [, time, hex] =
    /^(-?\d{1,15})?\.([0-9a-f]{24})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  const id = toId(hex);
  if (!id) throw invalidCursor();
  return { at: time ? new Date(Number(time)) : null, id };
}

const invalidCursor = () => invalid("cursor", "This cursor is not valid. Start from the beginning.");

/** The order of a list: -1 latest first, 1 earliest first. */
type Order = -1 | 1;

/**
 * The filter of the rows after a cursor in a list sorted by `{[field]: order, _id: order}`.
 * @throws AppError "invalid" if the cursor is malformed
 */
function afterCursor(field: string, cursor: string, order: Order): Document {
  const { at, id } = decodeCursor(cursor);
  if (!at) throw invalidCursor();
  const beyond = order === 1 ? "$gt" : "$lt";
  return {
    // Implied by the rest. Without it, the index would be read from the first page.
    [field]: { [`${beyond}e`]: at },
    $or: [{ [field]: { [beyond]: at } }, { [field]: at, _id: { [beyond]: id } }],
  };
}

/** The fields by which lists are sorted. */
type DateField<T> = { [Field in keyof T & string]: T[Field] extends Date | null ? Field : never }[keyof T &
  string];

/**
 * Pipeline stages of the rows after the cursor in a list sorted by `{[field]: order, _id: order}`, plus one more than
 * the page holds.
 * @throws AppError "invalid" if the cursor is malformed
 */
export function pageStages<T>(
  filter: Filter<T>,
  field: DateField<T>,
  { limit = MAX_ROWS, cursor }: PageRequest,
  order: Order = -1,
): Document[] {
  return [
    { $match: cursor === undefined ? filter : { $and: [filter, afterCursor(field, cursor, order)] } },
    { $sort: { [field]: order, _id: order } },
    { $limit: limit + 1 },
  ];
}

/**
 * A page of a list sorted by `{[field]: -1, _id: -1}`. One command.
 * @throws AppError "invalid" if the cursor is malformed
 */
export async function findPage<T extends { _id: ObjectId }>(
  collection: Collection<T>,
  filter: Filter<T>,
  field: DateField<T>,
  page: PageRequest,
): Promise<Page<T>> {
  const rows = await aggregate<T>(collection, pageStages(filter, field, page));
  return toPage(rows, page, (row) => row[field] as Date);
}

/**
 * Makes a page of the rows of {@link pageStages}, perhaps from several collections, in the same order.
 * @param keyOf returns the date by which a row is sorted; null: later than all dates
 */
export function toPage<T extends { _id: ObjectId }>(
  rows: readonly T[],
  { limit = MAX_ROWS }: PageRequest,
  keyOf: (row: T) => Date | null,
  order: Order = -1,
): Page<T> {
  const compare = byDate(keyOf);
  const page = [...rows].sort((a, b) => order * compare(a, b)).slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last ? encodeCursor(keyOf(last), last._id) : null };
}

/** Sorts rows by a date, earliest first, those without one last; ties go by id. */
function byDate<T extends { _id: ObjectId }>(dateOf: (row: T) => Date | null) {
  const timeOf = (row: T) => dateOf(row)?.getTime() ?? Infinity;
  const hexOf = ({ _id }: T) => _id.toHexString();
  // Two without a date have no difference: it is not a number.
  return (a: T, b: T): number => timeOf(a) - timeOf(b) || (hexOf(a) < hexOf(b) ? -1 : 1);
}

/** Sorts documents by creation, oldest first; ties go by id. */
export const byCreation = byDate<{ _id: ObjectId; createdAt: Date }>(({ createdAt }) => createdAt);
