import "server-only";
import { ObjectId, type ClientSession } from "mongodb";
import { groupBy } from "@/lib/core/group-by";
import type { ImportRow } from "@/lib/core/imports/import-file";
import { dateOnly, monthName } from "@/lib/core/text/dates";
import { AppError, orNotFound } from "@/lib/errors";
import { collections, type EventDoc, type GroupDoc, type ImportDoc } from "../collections";
import { newEvent } from "../events";
import { includesId, uniqueIds } from "../ids";
import { findAll } from "../page";

// The events of an import. Those that it adds are added with their first row: a file that was imported before adds none.
// Later imports of the group find them by their keys.

type FileEvents = Extract<ImportDoc["into"], { kind: "file" }>["events"];
export type EventLink = ImportDoc["events"][number];

const dayOf = (date: Date) => dateOnly(date.toISOString());

const likeness = ({ title, date }: Pick<EventDoc, "title" | "date">) => `${dayOf(date)} ${title}`;

/** The keys of the events of a file, in its order. Of several with the same title and date, each has its own. */
export function keysOfFile(events: FileEvents): string[] {
  const seen = new Map<string, number>();
  return events.map((one) => {
    const key = `file ${likeness(one)}`;
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    return `${key} ${number}`;
  });
}

/** @returns the key of the event to which each row belongs; null for one that does not exist */
export function eventKeys(record: ImportDoc): (row: ImportRow) => string | null {
  const { into, source } = record;
  switch (into.kind) {
    case "event":
      return () => "";
    case "new":
      // Without the date: it is that of the last row, and a newer file has more.
      return () => `new ${source} ${into.title}`;
    case "monthly":
      return ({ date }) => `month ${date.slice(0, 7)}`;
    case "file": {
      const keys = keysOfFile(into.events);
      return ({ event }) => (event === null ? null : (keys[event] ?? null));
    }
  }
}

/**
 * Finds the events with these keys, or adds them, in a transaction that has locked the group.
 * @returns the events by key, and what has to be added to the import's list
 * @throws AppError "not-found", "conflict" if one was deleted
 */
export async function ensureEvents(
  record: ImportDoc,
  group: GroupDoc,
  keys: readonly string[],
  at: Date,
  session: ClientSession,
): Promise<{ events: Map<string, EventDoc>; added: EventLink[] }> {
  const { events: stored } = await collections();
  const wanted = new Set(keys);
  const known = record.events.filter(({ key }) => wanted.has(key));
  const there = new Set(known.map(({ key }) => key));
  const missing = [...wanted].filter((key) => !there.has(key));
  const earlier = await earlierEvents(record, missing, session);
  const ids = [...known, ...earlier].map(({ eventId }) => eventId);
  const found = await findAll(stored, { _id: { $in: ids }, deletedAt: null }, { session });
  const byId = new Map(found.map((event) => [event._id.toHexString(), event]));
  const events = new Map<string, EventDoc>();
  const added: EventLink[] = [];
  for (const { key, eventId } of known) {
    const event = byId.get(eventId.toHexString());
    if (!event && record.into.kind !== "event")
      throw new AppError("conflict", "An event of this import has been deleted. Restore it to go on.");
    events.set(key, orNotFound(event));
  }
  for (const { key, eventId } of earlier) {
    const event = byId.get(eventId.toHexString());
    if (!event || events.has(key)) continue;
    events.set(key, event);
    added.push({ key, eventId, made: false });
  }
  const links = [...record.events, ...added];
  const unknown = missing.filter((key) => !events.has(key));
  for (const { key, event } of await likeInFile(record, links, unknown, session)) {
    events.set(key, event);
    added.push({ key, eventId: event._id, made: false });
  }
  const newOne = eventsMade(record, group, at);
  const made: EventDoc[] = [];
  for (const key of missing.filter((one) => !events.has(one))) {
    const event = newOne(key);
    made.push(event);
    events.set(key, event);
    added.push({ key, eventId: event._id, made: true });
  }
  if (made.length > 0) await stored.insertMany(made, { session });
  return { events, added };
}

/** The events that earlier imports of the group have for these keys, latest import first. */
async function earlierEvents(
  { _id, groupId }: ImportDoc,
  keys: readonly string[],
  session: ClientSession,
): Promise<EventLink[]> {
  if (keys.length === 0) return [];
  const { imports } = await collections();
  const options = { session, projection: { events: 1 }, sort: { createdAt: -1, _id: -1 } } as const;
  const found = await findAll(imports, { groupId, _id: { $ne: _id } }, options);
  const wanted = new Set(keys);
  return found.flatMap(({ events }) => events).filter(({ key }) => wanted.has(key));
}

/**
 * The group's events with the titles and dates of those of the file, because the file may be an export of the group.
 * @param links those that are taken
 */
async function likeInFile(
  { groupId, into }: ImportDoc,
  links: readonly EventLink[],
  keys: readonly string[],
  session: ClientSession,
): Promise<{ key: string; event: EventDoc }[]> {
  if (into.kind !== "file" || keys.length === 0) return [];
  const { events } = await collections();
  const missing = new Set(keys);
  const wanted = keysOfFile(into.events).flatMap((key, index) =>
    missing.has(key) ? [{ key, ...into.events[index]! }] : [],
  );
  const titles = wanted.map(({ title }) => title);
  const alike = { groupId, title: { $in: titles }, deletedAt: null };
  const found = await findAll(events, alike, { session, sort: { _id: 1 } });
  const taken = new Set(links.map(({ eventId }) => eventId.toHexString()));
  const free = groupBy(
    found.filter(({ _id }) => !taken.has(_id.toHexString())),
    likeness,
  );
  return wanted.flatMap(({ key, ...one }) => {
    const event = free.get(likeness(one))?.shift();
    return event ? [{ key, event }] : [];
  });
}

/** @returns a new event for a key. Its people are those of the file, or of the event in the file, who are members. */
function eventsMade(record: ImportDoc, { members }: GroupDoc, at: Date): (key: string) => EventDoc {
  const { groupId, createdBy, into } = record;
  const presentOf = (users: readonly ObjectId[]) =>
    uniqueIds(users).filter((user) => includesId(members, user));
  const all = presentOf(record.people.map(({ user }) => user));
  const common = () => ({ _id: new ObjectId(), groupId, createdBy, createdAt: at, ...newEvent() });
  switch (into.kind) {
    case "event":
      return () => {
        throw new Error("The event exists.");
      };
    case "new":
      return () => ({ ...common(), title: into.title, date: into.date, participants: all });
    case "monthly":
      return (key) => {
        const month = key.slice(-7);
        const date = new Date(`${month}-01T00:00:00.000Z`);
        return { ...common(), title: monthName(month), date, participants: all };
      };
    case "file": {
      const positions = new Map(keysOfFile(into.events).map((key, index) => [key, index]));
      return (key) => {
        const { title, date, participants } = into.events[positions.get(key)!]!;
        const own = presentOf(participants.map((position) => record.people[position]!.user));
        return { ...common(), title, date, participants: own.length > 0 ? own : all };
      };
    }
  }
}

/** The events that an import has added and that are closed in its file. */
export function closedInFile({ into, events }: ImportDoc): ObjectId[] {
  if (into.kind !== "file") return [];
  const keys = keysOfFile(into.events);
  const closed = new Set(keys.filter((_, index) => into.events[index]!.closed));
  return events.filter(({ key, made }) => made && closed.has(key)).map(({ eventId }) => eventId);
}

/** Closes these, unless they are. */
export async function closeMade(record: ImportDoc, at: Date, session: ClientSession): Promise<void> {
  const ids = closedInFile(record);
  if (ids.length === 0) return;
  const { events } = await collections();
  const open = { _id: { $in: ids }, closedAt: { $exists: false }, deletedAt: null };
  await events.updateMany(open, { $set: { closedAt: at, closedBy: record.createdBy } }, { session });
}
