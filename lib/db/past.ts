import "server-only";
import type { Filter, ObjectId } from "mongodb";
import type { Page } from "@/lib/core/page";
import { sumCents } from "@/lib/core/money/totals";
import { existing } from "@/lib/server/errors";
import {
  collections,
  type ActivityDoc,
  type EventDoc,
  type ExpenseDoc,
  type GroupDoc,
  type SettlementDoc,
  type TransferDoc,
  type VersionDoc,
} from "./collections";
import { listEvents } from "./events";
import { listExpenses } from "./expenses";
import { includesId } from "./ids";
import { findPage, type PageRequest } from "./page";
import { listTransfers } from "./plans";
import { listSettlements } from "./settlement-lists";

/** A group's documents as one person sees them: now for a member; for a former member, as they were when they left. */
export type Sight = {
  group: GroupDoc;
  /** When the person left; undefined for a member. */
  until: Date | undefined;
  events: (page: PageRequest) => Promise<Page<EventDoc>>;
  expenses: (eventId: ObjectId, page: PageRequest) => Promise<Page<ExpenseDoc>>;
  /** For a former member: the settled payments. They had no others. */
  settlements: (eventId: ObjectId, page: PageRequest) => Promise<Page<SettlementDoc>>;
  transfers: (eventId: ObjectId, page: PageRequest) => Promise<Page<TransferDoc>>;
  /** For a former member, by id in hex: as which guests they knew people who have claimed them since. */
  guestNames: ReadonlyMap<string, string>;
};

/**
 * What the person can see of a group that they are or were in. What was deleted after they left is included until it
 * is purged.
 * @throws AppError "not-found" for someone who was never in it
 */
export async function sightOf(person: ObjectId, group: GroupDoc): Promise<Sight> {
  if (includesId(group.members, person)) {
    return {
      group,
      until: undefined,
      events: (page) => listEvents(group._id, page),
      expenses: listExpenses,
      settlements: listSettlements,
      transfers: listTransfers,
      guestNames: new Map(),
    };
  }
  const leaving = await requireLeaving(person, group._id);
  const { activities, events, expenses, settlements, transfers } = await collections();
  const later = activities
    .find({ groupId: group._id, at: { $gte: leaving.at }, before: { $exists: true } })
    .project<Pick<ActivityDoc, "_id" | "at" | "before">>({ at: 1, before: 1 })
    .sort({ at: 1, _id: 1 });
  // Of several changes, the first one knows the document as it was.
  const versions = new Map<string, VersionDoc>();
  for await (const { _id, at, before } of later) {
    const id = before?._id.toHexString();
    if (isAfter(leaving, { _id, at }) && before && id && !versions.has(id)) versions.set(id, before);
  }

  /** The document as it was; null if it did not exist then, or was deleted. */
  function asItWas<Doc extends EventDoc | ExpenseDoc>(doc: Doc): Doc | null {
    const then = (versions.get(doc._id.toHexString()) as Doc | undefined) ?? doc;
    return then.createdAt <= leaving.at && !then.deletedBy ? then : null;
  }

  async function pageAsItWas<Doc extends EventDoc | ExpenseDoc>(
    found: Promise<Page<Doc>>,
  ): Promise<Page<Doc>> {
    const { rows, nextCursor } = await found;
    return { rows: rows.flatMap((row) => asItWas(row) ?? []), nextCursor };
  }

  const expensesOf = (eventId: ObjectId, page: PageRequest) =>
    pageAsItWas(findPage(expenses, { eventId }, "date", page));

  /** With what the person paid and shared then, if an expense has changed since. */
  async function withTally(then: EventDoc, now: EventDoc): Promise<EventDoc> {
    const hex = person.toHexString();
    const changed = [...versions.values()].some((one) => "eventId" in one && one.eventId.equals(now._id));
    if (!changed) return { ...then, tally: now.tally };
    const own = (list: { user: ObjectId; cents: number }[]) =>
      sumCents(list.filter(({ user }) => user.equals(person)).map(({ cents }) => cents));
    let [paid, share] = [0, 0];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: Page<ExpenseDoc> = await expensesOf(now._id, cursor === undefined ? {} : { cursor });
      paid += sumCents(page.rows.map(({ payers }) => own(payers)));
      share += sumCents(page.rows.map(({ shares }) => own(shares)));
      cursor = page.nextCursor;
    }
    return { ...then, tally: { ...now.tally, [hex]: { paid, share } } };
  }

  return {
    group: (versions.get(group._id.toHexString()) as GroupDoc | undefined) ?? group,
    until: leaving.at,
    events: async (page) => {
      const { rows, nextCursor } = await findPage(events, { groupId: group._id }, "date", page);
      const found: EventDoc[] = [];
      for (const now of rows) {
        const then = asItWas(now);
        if (then) found.push(await withTally(then, now));
      }
      return { rows: found, nextCursor };
    },
    expenses: expensesOf,
    settlements: async (eventId, page) => {
      const settled: Filter<SettlementDoc> = { eventId, settled: true, settledAt: { $lte: leaving.at } };
      const { rows, nextCursor } = await findPage(settlements, settled, "settledAt", page);
      const unchanged = rows.filter(({ _id }) => !versions.has(_id.toHexString()));
      // Also payments that no longer exist, because opposite ones canceled out.
      const undone = [...versions.values()].filter(
        (one): one is SettlementDoc =>
          "net" in one &&
          one.eventId.equals(eventId) &&
          one.settledAt !== null &&
          one.settledAt <= leaving.at,
      );
      return { rows: [...unchanged, ...(nextCursor === null ? undone : [])], nextCursor };
    },
    guestNames: await guestNamesAt(leaving),
    // Plans do not change; one that is undone is deleted.
    transfers: (eventId, page) => {
      const used: Filter<TransferDoc> = {
        eventId,
        createdAt: { $lte: leaving.at },
        $or: [{ deletedAt: null }, { deletedAt: { $gt: leaving.at } }],
      };
      return findPage(transfers, used, "createdAt", page);
    },
  };
}

const isAfter = (leaving: ActivityDoc, { _id, at }: Pick<ActivityDoc, "_id" | "at">) =>
  at > leaving.at || (at.getTime() === leaving.at.getTime() && _id.toHexString() > leaving._id.toHexString());

/** The names of guests who have been claimed since by accounts that the group did not know when the person left. */
async function guestNamesAt(leaving: ActivityDoc): Promise<Map<string, string>> {
  const { activities } = await collections();
  const claims: Filter<ActivityDoc> = {
    groupId: leaving.groupId,
    at: { $gte: leaving.at },
    kind: "guest-claimed",
  };
  const names = new Map<string, string>();
  for await (const { _id, at, actor, title, knownSince } of activities.find(claims).sort({ at: 1, _id: 1 })) {
    const wasKnown = knownSince !== undefined && knownSince <= leaving.at;
    const id = actor.toHexString();
    if (isAfter(leaving, { _id, at }) && !wasKnown && !names.has(id)) names.set(id, title);
  }
  return names;
}

/** When a former member last left the group. @throws AppError "not-found" for someone who was never in it */
async function requireLeaving(person: ObjectId, groupId: ObjectId): Promise<ActivityDoc> {
  const { activities } = await collections();
  const filter: Filter<ActivityDoc> = {
    groupId,
    kind: { $in: ["member-left", "member-removed"] },
    people: person,
  };
  return existing(await activities.findOne(filter, { sort: { at: -1, _id: -1 } }));
}
