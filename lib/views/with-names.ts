import "server-only";
import type { ObjectId } from "mongodb";
import { parsePair } from "@/lib/core/money/ledger";
import { mapPage, type Page } from "@/lib/core/page";
import type {
  EventDoc,
  ExpenseDoc,
  GroupDoc,
  GroupRequestDoc,
  SettlementDoc,
  TransferDoc,
} from "@/lib/db/collections";
import { toIds, uniqueIds } from "@/lib/db/ids";
import { pairTitle } from "@/lib/db/friends/pair-group";
import { getPeople, type PersonDoc } from "@/lib/db/people";
import type { Group, PendingInvitation } from "@/lib/contract/groups";
import { namesOf, toEvent, toExpense, toGroup, toSettlement, type Names } from "./serialize";
import type { GroupWithPeople } from "@/lib/db/groups";
import type { Event } from "@/lib/contract/events";
import { listEventTitles, type EventInGroup } from "@/lib/db/events";

// Converts documents to responses with the names of their people. Rights were checked before: reads go through
// lib/server/access.ts, writes check within their transaction.

const idsOfGroup = (group: GroupDoc): ObjectId[] => [...group.members, group.createdBy];
export const idsOfEvent = (event: EventDoc): ObjectId[] => [
  ...event.participants,
  event.createdBy,
  ...(event.closedBy ? [event.closedBy] : []),
  ...toIds(Object.keys(event.tally)),
];
export const idsOfSplits = ({ splits }: Pick<EventDoc, "splits">): ObjectId[] =>
  splits?.presets.flatMap(({ splitWith }) => splitWith) ?? [];
export const idsOfExpense = (expense: ExpenseDoc): ObjectId[] => [
  ...expense.splitWith,
  ...expense.payers.map(({ user }) => user),
  expense.createdBy,
];
export const idsOfSettlement = (one: SettlementDoc): ObjectId[] => [
  ...one.users,
  ...(one.settledBy ? [one.settledBy] : []),
];
export const idsOfTransfer = ({ createdBy, debts, replaced }: TransferDoc): ObjectId[] => [
  createdBy,
  ...toIds([...debts, ...replaced].flatMap(({ pair }) => parsePair(pair))),
];

/**
 * The names of people. Unknown ones are looked up with one query.
 * @param known the people already loaded, such as all present and former members of a group
 */
export async function loadNames(ids: readonly ObjectId[], known: readonly PersonDoc[] = []): Promise<Names> {
  const have = new Set(known.map(({ _id }) => _id.toHexString()));
  const missing = ids.filter((id) => !have.has(id.toHexString()));
  return namesOf([...known, ...(await getPeople(uniqueIds(missing)))]);
}

/** The two people of a pair's group, whose names are its title. */
export const idsOfPair = ({ pair }: Pick<GroupDoc, "pair">): ObjectId[] =>
  pair === undefined ? [] : toIds(parsePair(pair));

/** A group, or an event of it, with the title that a viewer sees. @param names those of {@link idsOfPair}, too */
export const titledFor = <T extends { title: string }>(
  viewer: ObjectId,
  group: Pick<GroupDoc, "pair">,
  names: Names,
  item: T,
): T =>
  group.pair === undefined ? item : { ...item, title: pairTitle(viewer, group, (id) => names(id).name) };

/** The titles of the events of rows; "" for deleted ones. One command. */
export async function eventTitles(
  rows: readonly { eventId: ObjectId }[],
): Promise<(row: { eventId: ObjectId }) => string> {
  const events = await listEventTitles(uniqueIds(rows.map(({ eventId }) => eventId)));
  const titles = new Map(events.map(({ _id, title }) => [_id.toHexString(), title]));
  return ({ eventId }) => titles.get(eventId.toHexString()) ?? "";
}

/** Looks up people by id, each only once. */
export type NameCache = (ids: readonly ObjectId[]) => Promise<Names>;

/** Like {@link loadNames}, for many lists with the same people. */
export function nameCache(): NameCache {
  const asked = new Set<string>();
  const people: PersonDoc[] = [];
  let names = namesOf(people);
  return async (ids) => {
    const missing = uniqueIds(ids).filter((id) => !asked.has(id.toHexString()));
    if (missing.length === 0) return names;
    for (const id of missing) asked.add(id.toHexString());
    people.push(...(await getPeople(missing)));
    return (names = namesOf(people));
  };
}

/** Serializes a page of rows with the names of {@link loadNames}. */
export async function withNames<Doc, Row>(
  page: Page<Doc>,
  known: readonly PersonDoc[],
  idsOf: (row: Doc) => ObjectId[],
  serialize: (row: Doc, names: Names) => Row,
): Promise<Page<Row>> {
  const names = await loadNames(page.rows.flatMap(idsOf), known);
  return mapPage(page, (row) => serialize(row, names));
}

/** Serializes a document with the names of {@link loadNames}. */
const withOwnNames =
  <Doc, Row>(idsOf: (doc: Doc) => ObjectId[], serialize: (doc: Doc, names: Names) => Row) =>
  async (doc: Doc): Promise<Row> =>
    serialize(doc, await loadNames(idsOf(doc)));

export const groupResponse = withOwnNames(idsOfGroup, toGroup);
export const eventResponse = withOwnNames(idsOfEvent, toEvent);
export const expenseResponse = withOwnNames(idsOfExpense, toExpense);
export const settlementResponse = withOwnNames(idsOfSettlement, toSettlement);
export const invitationResponse = withOwnNames(
  ({ to }: GroupRequestDoc) => [to],
  ({ _id, to }, names): PendingInvitation => ({ _id: _id.toHexString(), to: names(to) }),
);
export const groupWithNames = ({ group, people }: GroupWithPeople): Group => toGroup(group, namesOf(people));
/** A loaded event with its group, as responses. */
export function withinGroup(found: EventInGroup): { group: Group; event: Event } {
  return { group: groupWithNames(found), event: toEvent(found.event, namesOf(found.people)) };
}
