import "server-only";
import { createHash } from "node:crypto";
import type { ClientSession, ObjectId } from "mongodb";
import { groupBy } from "@/lib/core/group-by";
import {
  MAX_IMPORT_ROWS,
  type ImportPlanPart,
  type ImportRow,
  type RefusedRow,
} from "@/lib/core/imports/import-file";
import { importedInWords } from "@/lib/core/imports/in-words";
import { unbalancedPlans } from "@/lib/core/imports/nets";
import { rowKey } from "@/lib/core/imports/row-key";
import { sumCents } from "@/lib/core/money/money";
import { formatCount } from "@/lib/core/text/pluralize";
import { AppError } from "@/lib/errors";
import { newActivityDoc } from "../activity";
import {
  collections,
  type GroupDoc,
  type ImportDoc,
  type ImportRowDoc,
  withTransaction,
} from "../collections";
import { assertNoneClosed } from "../events";
import { groupActivity } from "../groups";
import { includesId, toId } from "../ids";
import { findAll } from "../page";
import { nameOf } from "../people";
import { lockOfImport } from ".";
import { ensureEvents, eventKeys } from "./events";
import { peopleOf, toExpense, toPayment, toTransfers, type Place } from "./items";
import { addItems, type Items } from "./ledger";

/** What became of the rows of a request. */
export type ImportedRows = {
  /** Also those that an earlier request of the same import has written. */
  imported: number;
  /** Rows that the group had before. */
  skipped: number;
  refused: RefusedRow[];
};

/** A row that can be imported, with its key. */
type Fresh = { row: ImportRow; _id: string; eventKey: string };

/**
 * Imports rows, by the person who began the import, in one transaction. Rows that the group has are skipped, so a
 * request can be repeated.
 * @param rows valid ones (lib/contract/rules/imports.ts), except for what they refer to
 * @throws AppError "not-found"; "forbidden"; "closed"; "conflict" if the import is done, has too many rows, or one of its
 * events was deleted; "former-member" if a person of a row has left the group
 */
export async function addImportRows(
  actor: ObjectId,
  importId: ObjectId,
  rows: readonly ImportRow[],
): Promise<ImportedRows> {
  const lock = await lockOfImport(actor, importId);
  return withTransaction(async (session) => {
    const { record, group } = await lock(session);
    if (record.state === "done")
      throw new AppError("conflict", "This import is done. Import the file again to add what is missing.");
    const { possible, refused } = sortOut(record, rows);
    const { fresh, own, others } = await onlyFresh(record, possible, session);
    if (fresh.length > 0) await write(record, group, actor, fresh, session);
    return { imported: fresh.length + own, skipped: others, refused };
  });
}

/** Separates the rows that can be imported from those that cannot, by what they refer to. */
function sortOut(
  record: ImportDoc,
  rows: readonly ImportRow[],
): { possible: Fresh[]; refused: RefusedRow[] } {
  const keys = record.people.map(({ key }) => key);
  const eventOf = eventKeys(record);
  const all = rows.map((row) => {
    const eventKey = eventOf(row);
    const problem = problemOf(row, record) ?? (eventKey === null ? NO_EVENT : null);
    return { row, _id: idOf(record.groupId, rowKey(row, keys)), eventKey, problem };
  });
  const ofPlans = problemsOfPlans(all);
  const possible: Fresh[] = [];
  const refused: RefusedRow[] = [];
  for (const { row, _id, eventKey, problem } of all) {
    const reason = problem ?? (row.kind === "plan" ? ofPlans.get(row.plan) : null);
    if (reason) refused.push({ row: row.row, reason });
    else if (eventKey !== null) possible.push({ row, _id, eventKey });
  }
  return { possible, refused };
}

const NO_EVENT = "It is of an event that is not in the import.";

function problemOf(row: ImportRow, { people }: ImportDoc): string | null {
  if (peopleOf(row).some((person) => !people[person])) return "It names a person who is not in the import.";
  const [from, to] = row.kind === "payment" ? [row.from, row.to] : [];
  if (from !== undefined && to !== undefined && people[from]!.user.equals(people[to]!.user))
    return "Its two people are the same person.";
  return null;
}

type Sorted = { row: ImportRow; _id: string; problem: string | null };
type SortedPart = Sorted & { row: ImportPlanPart };
const isPart = (one: Sorted): one is SortedPart => one.row.kind === "plan";

/** Why no part of a plan can be imported, by plan; null for the others. */
function problemsOfPlans(rows: readonly Sorted[]): Map<string, string | null> {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const { _id } of rows) (seen.has(_id) ? repeated : seen).add(_id);
  const plans = groupBy(rows.filter(isPart), ({ row }) => row.plan);
  return new Map([...plans].map(([plan, parts]) => [plan, problemOfPlan(parts, repeated)]));
}

/** @param repeated the ids that several rows of the request have: only the first of them would be imported */
function problemOfPlan(parts: readonly SortedPart[], repeated: ReadonlySet<string>): string | null {
  if (parts.some(({ problem }) => problem !== null)) return "Another part of its plan is refused.";
  if (parts.some(({ _id }) => repeated.has(_id))) return "A part of its plan has the id of another row.";
  const rows = parts.map(({ row }) => row);
  if (rows.some(({ of }) => of !== rows[0]!.of) || (rows[0]!.of === "event" && rows.length > 1))
    return "The parts of its plan are not of the same plan.";
  return unbalancedPlans(rows).size === 0
    ? null
    : "Its plan would change what somebody owes in total, or a part is missing.";
}

const idOf = (groupId: ObjectId, key: string) =>
  `${groupId.toHexString()}:${createHash("sha256").update(key).digest("base64url")}`;

/** Of the rows, those that the group does not have; how many it has by this import, and by others. */
async function onlyFresh(record: ImportDoc, possible: readonly Fresh[], session: ClientSession) {
  const { importRows } = await collections();
  const there = { _id: { $in: possible.map(({ _id }) => _id) } };
  const known = await findAll(importRows, there, { session, projection: { importId: 1 } });
  const seen = new Map(known.map(({ _id, importId }) => [_id, importId.equals(record._id)]));
  const items = await ownItems(record, possible, session);
  for (const { row, _id } of possible) if (items.has(row.id ?? "")) seen.set(_id, false);
  const had = possible.filter(({ _id }) => seen.has(_id));
  // A plan is imported as a whole, or not at all.
  const plans = new Set(had.flatMap(({ row }) => (row.kind === "plan" ? row.plan : [])));
  const fresh: Fresh[] = [];
  for (const one of possible) {
    if (seen.has(one._id) || (one.row.kind === "plan" && plans.has(one.row.plan))) continue;
    seen.set(one._id, true);
    fresh.push(one);
  }
  const own = had.filter(({ _id }) => seen.get(_id)).length;
  return { fresh, own, others: possible.length - fresh.length - own };
}

/** The ids of rows that are the group's own: the file is an export of this group. */
async function ownItems(
  { groupId, source }: ImportDoc,
  possible: readonly Fresh[],
  session: ClientSession,
): Promise<Set<string>> {
  const ids = source === "evenly" ? possible.flatMap(({ row }) => toId(row.id) ?? []) : [];
  if (ids.length === 0) return new Set();
  const { expenses, settlements, transfers } = await collections();
  const these = { _id: { $in: ids }, groupId };
  const options = { session, projection: { _id: 1 } };
  const found = [
    ...(await findAll(expenses, these, options)),
    ...(await findAll(settlements, these, options)),
    ...(await findAll(transfers, these, options)),
  ];
  return new Set(found.map(({ _id }) => _id.toHexString()));
}

/** Writes rows that the group does not have, in a transaction that has locked it. */
async function write(
  record: ImportDoc,
  group: GroupDoc,
  actor: ObjectId,
  fresh: readonly Fresh[],
  session: ClientSession,
): Promise<void> {
  const { imports, importRows } = await collections();
  const before = sumCents(Object.values(record.counts));
  if (before + fresh.length > MAX_IMPORT_ROWS)
    throw new AppError("conflict", `An import can have ${formatCount(MAX_IMPORT_ROWS)} rows.`);
  await assertStillMembers(record, group, fresh);
  const at = new Date();
  const keys = fresh.map(({ eventKey }) => eventKey);
  const { events, added } = await ensureEvents(record, group, keys, at, session);
  const all = [...events.values()].map(({ _id }) => _id);
  await assertNoneClosed(all, session);

  const items: Items = { expenses: [], payments: [], transfers: [] };
  const users = record.people.map(({ user }) => user.toHexString());
  const written = fresh.map(({ row, _id, eventKey }): ImportRowDoc => {
    const { _id: eventId } = events.get(eventKey)!;
    const item = addTo(items, row, { eventId, groupId: group._id, users, actor, at });
    return { _id, importId: record._id, groupId: group._id, kind: row.kind, item, deletedAt: null };
  });
  const links = [...record.events, ...added];
  const zero = await addItems(group._id, items, session, at);
  // Those that the import has made need no undo.
  const canceled = zero.filter(({ createdAt }) => createdAt < record.createdAt);
  await importRows.insertMany(written, { session });
  const countOf = (kind: ImportRow["kind"]) =>
    record.counts[kind] + fresh.filter(({ row }) => row.kind === kind).length;
  const counts = { expense: countOf("expense"), payment: countOf("payment"), plan: countOf("plan") };
  const change = { counts, events: links, canceled: [...record.canceled, ...canceled] };
  await imports.updateOne({ _id: record._id }, { $set: change }, { session });
  await recordImported({ ...record, counts }, group, session, at);
}

/** Records the activity of an import with its first rows, and afterwards how many there are. It has the import's id. */
async function recordImported(
  { _id, createdBy, source, counts }: ImportDoc,
  group: GroupDoc,
  session: ClientSession,
  at: Date,
): Promise<void> {
  const { activities } = await collections();
  const title = importedInWords(counts, source);
  const activity = newActivityDoc(groupActivity("import-added", createdBy, group, { at }));
  const { _id: _, title: __, ...first } = activity;
  await activities.updateOne({ _id }, { $set: { title }, $setOnInsert: first }, { session, upsert: true });
}

/** Adds the document of a row to the items. @returns its id */
function addTo({ expenses, payments, transfers }: Items, row: ImportRow, place: Place): ObjectId {
  switch (row.kind) {
    case "expense":
      return added(expenses, toExpense(row, place));
    case "payment":
      return added(payments, toPayment(row, place));
    case "plan":
      return added(transfers, toTransfers(row, place));
  }
}

function added<Doc extends { _id: ObjectId }>(list: Doc[], doc: Doc): ObjectId {
  list.push(doc);
  return doc._id;
}

/** Nobody's debts change after they have left the group. @throws AppError "former-member" */
async function assertStillMembers(
  { people }: ImportDoc,
  { members }: GroupDoc,
  fresh: readonly Fresh[],
): Promise<void> {
  const used = new Set(fresh.flatMap(({ row }) => peopleOf(row)));
  const left = people.find(({ user }, index) => used.has(index) && !includesId(members, user));
  if (!left) return;
  const name = await nameOf(left.user);
  throw new AppError("former-member", `${name} is no longer in this group. Invite them again to go on.`);
}
