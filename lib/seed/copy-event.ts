import "server-only";
import { type Collection, type Document, ObjectId } from "mongodb";
import { DAY_MS } from "@/lib/core/text/dates";
import {
  collections,
  type EventDoc,
  type ExpenseDoc,
  type GroupDoc,
  type SettlementDoc,
} from "@/lib/db/collections";
import type { Random } from "./random";
import type { ScenarioEvent } from "./scenario";
import { writeEvent } from "./write-scenario";

/** An event as stored. */
export type StoredEvent = { event: EventDoc; expenses: ExpenseDoc[]; settlements: SettlementDoc[] };
export type Model = StoredEvent & { members: string[] };

// In the order of their ids, which gives a debt its sign.
const sortedMembers = ({ members }: GroupDoc) => members.map((id) => id.toHexString()).sort();

/**
 * Writes an event with the application's own functions, and takes it out of the database again, to be copied.
 * @param event with ids of members in hex
 */
export async function takeModel(
  group: GroupDoc,
  event: ScenarioEvent<string>,
  random: Random,
): Promise<Model> {
  const cast = (id: string) => new ObjectId(id);
  const eventId = await writeEvent(event, group._id, cast, random, new Date());
  const { events, expenses, settlements, spending, activities } = await collections();
  const model = {
    event: (await events.findOneAndDelete({ _id: eventId }))!,
    expenses: await expenses.find({ eventId }).toArray(),
    settlements: await settlements.find({ eventId }).toArray(),
    members: sortedMembers(group),
  };
  await expenses.deleteMany({ eventId });
  await settlements.deleteMany({ eventId });
  await spending.deleteMany({ eventId });
  await activities.deleteMany({ eventId });
  return model;
}

/** A copy under new ids, in a group with as many members, some days later, with all expenses `times` times. */
export function copyOf(
  model: Model,
  group: GroupDoc,
  days: number,
  random: Random,
  times: number = 1,
): StoredEvent {
  const members = sortedMembers(group);
  const ids = new Map(model.members.map((id, index) => [id, members[index]!]));
  ids.set(model.event.groupId.toHexString(), group._id.toHexString());
  ids.set(model.event._id.toHexString(), random.id().toHexString());
  const idOf = (id: string) => ids.get(id) ?? random.id().toHexString();
  const copy = <T>(part: T, factor = 1) => copied(part, { idOf, ms: days * DAY_MS, factor });
  return {
    event: copy(model.event, times),
    expenses: Array.from({ length: times }, () => copy(model.expenses)).flat(),
    settlements: copy(model.settlements, times),
  };
}

type Change = { idOf: (id: string) => string; ms: number; factor: number };

const IDS = /[0-9a-f]{24}/g;

/** A part of a document with other ids, also in its keys and texts, later dates, and multiplied numbers. */
function copied<T>(part: T, change: Change): T;
function copied(part: unknown, change: Change): unknown {
  if (typeof part === "number") return part * change.factor;
  if (typeof part === "string") return part.replace(IDS, change.idOf);
  if (part instanceof ObjectId) return new ObjectId(change.idOf(part.toHexString()));
  if (part instanceof Date) return new Date(part.getTime() + change.ms);
  if (Array.isArray(part)) return part.map((one) => copied(one, change));
  if (typeof part !== "object" || part === null) return part;
  const entries = Object.entries(part).map(
    ([key, one]) => [copied(key, change), copied(one, change)] as const,
  );
  return Object.fromEntries(entries);
}

/** Documents per command, which is a commit: large enough to be fast, small enough for one message. */
export const BATCH = 1_000;

export async function insertEvents(stored: readonly StoredEvent[]): Promise<void> {
  const all = await collections();
  await insert(
    all.events,
    stored.map(({ event }) => event),
  );
  await insert(
    all.expenses,
    stored.flatMap(({ expenses }) => expenses),
  );
  await insert(
    all.settlements,
    stored.flatMap(({ settlements }) => settlements),
  );
}

/** Inserts in batches. `never`, because the driver's types want optional ids. */
export async function insert<T extends Document>(collection: Collection<T>, documents: readonly T[]) {
  for (let start = 0; start < documents.length; start += BATCH)
    await collection.insertMany(documents.slice(start, start + BATCH) as never, { ordered: false });
}
