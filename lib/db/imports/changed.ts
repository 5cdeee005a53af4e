import "server-only";
import { ObjectId, type ClientSession, type Collection, type Document, type Filter } from "mongodb";
import { countsInWords } from "@/lib/core/imports/in-words";
import { pairKey, parsePair } from "@/lib/core/money/ledger";
import { AppError } from "@/lib/errors";
import { collections, type GroupDoc, type ImportDoc, type ImportRowDoc } from "../collections";
import { PATHS_OF_PEOPLE } from "../documents";
import { includesId } from "../ids";
import { findAll } from "../page";
import { closedInFile } from "./events";
import type { Items } from "./ledger";

// What of an import was changed or used since. Then it cannot be undone.

/** @throws AppError "import-changed", with the numbers of what was changed */
export async function assertUnchanged(
  record: ImportDoc,
  group: GroupDoc,
  rows: readonly ImportRowDoc[],
  items: Items,
  session: ClientSession,
): Promise<void> {
  const own = new Set(rows.map(({ item }) => item.toHexString()));
  const people = await usedGuests(record, group, own, session);
  const events = await usedEvents(record, own, session);
  const counts = {
    expense: await changedExpenses(rows, items, session),
    payment: rows.filter(isOf("payment")).length - items.payments.filter(isAsImported).length,
    plan: await changedPlans(record, rows, items, own, session),
    event: events,
  };
  if (people === 0 && Object.values(counts).every((count) => count === 0)) return;
  const what = countsInWords({ ...counts, ...(people === 1 ? { person: 1 } : { people }) });
  const sum = Object.values(counts).reduce((a, b) => a + b, people);
  throw new AppError(
    "import-changed",
    `${what} ${sum === 1 ? "has" : "have"} been changed or used since. Nothing was undone.`,
  );
}

const isOf =
  (kind: ImportRowDoc["kind"]) =>
  (row: ImportRowDoc): boolean =>
    row.kind === kind;

/** It is imported as settled when it was created. One that was settled again is not the one that was imported. */
const isAsImported = ({ settled, settledAt, createdAt, deletedAt }: Items["payments"][number]) =>
  settled && settledAt?.getTime() === createdAt.getTime() && deletedAt === null;

/** Expenses that were edited, deleted, or commented. */
async function changedExpenses(rows: readonly ImportRowDoc[], { expenses }: Items, session: ClientSession) {
  const { activities } = await collections();
  const ids = rows.filter(isOf("expense")).map(({ item }) => item);
  const about = { expenseId: { $in: ids }, deletedAt: null };
  const found = await findAll(activities, about, { session, projection: { expenseId: 1 } });
  const mentioned = new Set(found.map(({ expenseId }) => expenseId!.toHexString()));
  const same = expenses.filter(
    ({ _id, rev, deletedAt }) => rev === 0 && deletedAt === null && !mentioned.has(_id.toHexString()),
  );
  return ids.length - same.length;
}

/** Parts of plans that were undone, and later plans in their events. */
async function changedPlans(
  record: ImportDoc,
  rows: readonly ImportRowDoc[],
  { transfers: parts }: Items,
  own: ReadonlySet<string>,
  session: ClientSession,
): Promise<number> {
  const gone = rows.filter(isOf("plan")).length - parts.filter(({ deletedAt }) => deletedAt === null).length;
  if (parts.length === 0) return gone;
  const { transfers } = await collections();
  const later = {
    eventId: { $in: parts.map(({ eventId }) => eventId) },
    createdAt: { $gte: record.createdAt },
  };
  const others = await othersIn(transfers, later, own, session);
  return gone + others.length;
}

/** Documents that match and are not of the import. */
async function othersIn<Doc extends Document & { _id: ObjectId }>(
  collection: Collection<Doc>,
  filter: Document,
  own: ReadonlySet<string>,
  session: ClientSession,
  fields: Document = {},
): Promise<Doc[]> {
  const projection = { _id: 1, ...fields };
  const found = await findAll(collection, filter as Filter<Doc>, { session, projection });
  return found.filter(({ _id }) => !own.has(_id.toHexString()));
}

/** The other imports of the group. */
const othersOf = ({ _id, groupId }: ImportDoc): Document => ({ groupId, _id: { $ne: _id } });

/** How many of the events that the import has added were changed, closed, or deleted, or contain anything else. */
async function usedEvents(record: ImportDoc, own: ReadonlySet<string>, session: ClientSession) {
  const { events, expenses, settlements, transfers, imports, series } = await collections();
  const made = record.events.filter((one) => one.made).map(({ eventId }) => eventId);
  if (made.length === 0) return 0;
  const there = await findAll(events, { _id: { $in: made } }, { session });
  const closed = closedInFile(record);
  const same = there.filter(
    ({ _id, rev, splits, deletedAt, closedAt }) =>
      rev === 0 && !splits && deletedAt === null && (!closedAt || includesId(closed, _id)),
  );
  const inside = { eventId: { $in: made } };
  const place = { eventId: 1 };
  const others = [
    ...(await othersIn(expenses, inside, own, session, place)),
    ...(await othersIn(settlements, { ...inside, settled: true }, own, session, place)),
    ...(await othersIn(transfers, inside, own, session, place)),
    // Its first expense may be one of a later day, and not be there yet.
    ...(await othersIn(series, { groupId: record.groupId, ...inside }, own, session, place)),
  ];
  const later = { ...othersOf(record), "events.eventId": { $in: made } };
  const links = await othersIn(imports, later, own, session, { "events.eventId": 1 });
  const used = new Set([...others.map(({ eventId }) => eventId.toHexString()), ...idsIn(links)]);
  return made.length - same.filter(({ _id }) => !used.has(_id.toHexString())).length;
}

/** How many of the guests whom the import has added were claimed or removed, take part, or are named anywhere else. */
async function usedGuests(
  record: ImportDoc,
  { members, formerMembers, waiting = [], splits }: GroupDoc,
  own: ReadonlySet<string>,
  session: ClientSession,
): Promise<number> {
  const { guests, events, groupId } = record;
  if (guests.length === 0) return 0;
  const all = await collections();
  const made = new Set(events.filter((one) => one.made).map(({ eventId }) => eventId.toHexString()));
  const ids = { $in: [...guests] };
  const stay = await findAll(
    all.users,
    { _id: ids, guest: groupId, deletedAt: null },
    { session, projection: { _id: 1 } },
  );
  const everyone = [...members, ...formerMembers].map((id) => id.toHexString());
  const pairs = guests.flatMap((guest) => {
    const hex = guest.toHexString();
    return everyone.filter((other) => other !== hex).map((other) => pairKey(hex, other));
  });
  /** Documents that name a guest at one of these paths, which are all that they contain. */
  const naming = <Doc extends Document & { _id: ObjectId }>(
    collection: Collection<Doc>,
    paths: readonly string[],
    except = own,
  ) => {
    const filter = { groupId, $or: paths.map((path) => ({ [path]: ids })) };
    return othersIn(collection, filter, except, session, Object.fromEntries(paths.map((path) => [path, 1])));
  };
  const named = [
    ...(await naming(all.expenses, PATHS_OF_PEOPLE.expense)),
    ...(await othersIn(all.settlements, { groupId, settled: true, users: ids }, own, session, { users: 1 })),
    ...(await naming(all.events, PATHS_OF_PEOPLE.event, made)),
    ...(await naming(all.series, PATHS_OF_PEOPLE.series)),
    ...(await naming(all.links, ["guest", "createdBy", "shows.only"])),
    ...(await othersIn(all.sessions, { user: ids }, own, session, { user: 1 })),
    ...(await naming(all.activities, ["actor"])),
    ...(await othersIn(all.imports, { ...othersOf(record), "people.user": ids }, own, session, {
      "people.user": 1,
    })),
    ...waiting.map(({ guest }) => guest),
    ...(splits?.presets ?? []).map(({ splitWith }) => splitWith),
  ];
  const theirs = { $or: [{ "debts.pair": { $in: pairs } }, { "replaced.pair": { $in: pairs } }] };
  const moved = await othersIn(all.transfers, { groupId, ...theirs }, own, session, {
    "debts.pair": 1,
    "replaced.pair": 1,
  });
  const hexes = new Set([
    ...idsIn(named),
    ...moved.flatMap(({ debts, replaced }) => [...debts, ...replaced].flatMap(({ pair }) => parsePair(pair))),
  ]);
  const unused = stay.filter(({ _id }) => includesId(members, _id) && !hexes.has(_id.toHexString()));
  return guests.length - unused.length;
}

/** All ids in these documents, in hex, also their own. */
function idsIn(part: unknown): string[] {
  if (part instanceof ObjectId) return [part.toHexString()];
  if (typeof part !== "object" || part === null) return [];
  return Object.values(part).flatMap(idsIn);
}
