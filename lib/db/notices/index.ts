import "server-only";
import type { Document, Filter, ObjectId } from "mongodb";
import type { Page, PageRequest } from "@/lib/core/page";
import { orNotFound } from "@/lib/errors";
import {
  collections,
  type ActivityDoc,
  type EventDoc,
  type ExpenseDoc,
  type FriendshipDoc,
  type GroupDoc,
  type NoticeDoc,
  type SettlementDoc,
} from "../collections";
import { aggregate, lookup, pageStages, toPage } from "../page";

/** An expense, with what the recipient paid and their share. */
export type OwnPart = Pick<
  ExpenseDoc,
  "_id" | "eventId" | "description" | "paidBy" | "shares" | "payers" | "deletedAt" | "deletedBy"
>;

/** A notice with the current state of what it is about, even if that has moved elsewhere. */
export type NoticeRow = NoticeDoc & {
  told: ActivityDoc[];
  expenses: OwnPart[];
  /** Those that the person may see. */
  group: Pick<GroupDoc, "_id" | "title" | "pair">[];
  event: EventDoc[];
  /** Open payments between the recipient and others there, or the payment of a reminder. */
  open: Pick<SettlementDoc, "_id" | "users" | "net" | "eventId">[];
  /** The recipient's invitation to the group. */
  invited: { from: ObjectId; group: Pick<GroupDoc, "title">[] }[];
  /** The friendship, or friend request, between the recipient and `from`. */
  friendship: Pick<FriendshipDoc, "status" | "requestedBy">[];
};

const own = (field: "shares" | "payers", person: ObjectId) => ({
  $filter: { input: `$${field}`, as: "one", cond: { $eq: ["$$one.user", person] } },
});

// Not as a path, because not all databases follow paths into arrays.
const ofTold = (field: string) => ({ $map: { input: "$told", as: "one", in: `$$one.${field}` } });

/** The places of a notice. It follows its expenses, some of which may have moved. */
const places = (field: "eventId" | "groupId") => ({ $setUnion: [[`$${field}`], ofTold(field)] });

/** The stages that load what a person's notices are about, without what they may not see. */
const withContents = (person: ObjectId): Document[] => [
  lookup({ from: "activities", localField: "activities", foreignField: "_id", as: "told" }, [
    { $match: { deletedAt: null } },
    { $sort: { at: 1, _id: 1 } },
  ]),
  { $addFields: { events: places("eventId"), groups: places("groupId"), expenses: ofTold("expenseId") } },
  lookup({ from: "groups", localField: "groups", foreignField: "_id", as: "group" }, [
    { $match: { members: person, deletedAt: null } },
    { $project: { title: 1, pair: 1 } },
  ]),
  lookup({ from: "groupRequests", localField: "groupId", foreignField: "groupId", as: "invited" }, [
    { $match: { to: person, deletedAt: null } },
    lookup({ from: "groups", localField: "groupId", foreignField: "_id", as: "group" }, [
      { $project: { title: 1 } },
    ]),
    { $project: { from: 1, group: 1 } },
  ]),
  lookup({ from: "friendships", localField: "pair", foreignField: "pair", as: "friendship" }, [
    { $project: { status: 1, requestedBy: 1 } },
  ]),
  lookup({ from: "events", localField: "events", foreignField: "_id", as: "event" }, []),
  lookup({ from: "expenses", localField: "expenses", foreignField: "_id", as: "expenses" }, [
    {
      $project: {
        eventId: 1,
        description: 1,
        paidBy: 1,
        deletedAt: 1,
        deletedBy: 1,
        shares: own("shares", person),
        payers: own("payers", person),
      },
    },
  ]),
  lookup({ from: "settlements", localField: "events", foreignField: "eventId", as: "open" }, [
    { $match: { users: person, settled: false, deletedAt: null } },
    { $project: { users: 1, net: 1, eventId: 1 } },
  ]),
];

/** A page of a person's notices, latest first. One command. */
export async function listNotices(person: ObjectId, page: PageRequest): Promise<Page<NoticeRow>> {
  const { notices } = await collections();
  const stages = [...pageStages<NoticeDoc>({ userId: person }, "at", page), ...withContents(person)];
  return toPage(await aggregate<NoticeRow>(notices, stages), page, ({ at }) => at);
}

/** A person's notices with the current state of what they are about, in one command. */
export async function loadNotices(person: ObjectId, ids: readonly ObjectId[]): Promise<NoticeRow[]> {
  const { notices } = await collections();
  const which: Filter<NoticeDoc> = { _id: { $in: [...ids] }, userId: person };
  return aggregate<NoticeRow>(notices, [{ $match: which }, { $sort: { at: 1 } }, ...withContents(person)]);
}

/** Marks a person's notices as read, up to one of theirs. @throws AppError "not-found" */
export async function markRead(person: ObjectId, until: ObjectId): Promise<void> {
  const { notices } = await collections();
  const { at } = orNotFound(await notices.findOne({ _id: until, userId: person }));
  await notices.updateMany({ userId: person, read: false, at: { $lte: at } }, { $set: { read: true } });
}
