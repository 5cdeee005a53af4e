import "server-only";
import type { Document, ObjectId } from "mongodb";
import { collections, NO_PAIR, type EventDoc, type GroupDoc } from "../collections";
import { aggregate, findAll, lookup, unionWith } from "../page";
import { lookupPeople, type PersonDoc } from "../people";

const notDeletedBefore = (since: Date) => ({ $or: [{ deletedAt: null }, { deletedAt: { $gte: since } }] });

/** A pipeline stage that reads what {@link listGroupsOf} does, for a document with a field `user`. */
export const lookupGroups = (since: Date): Document =>
  lookup({ from: "groups", localField: "user", foreignField: "members", as: "own" }, [
    { $match: notDeletedBefore(since) },
  ]);
export type OwnGroups = { own: GroupDoc[] };

/** The groups of a member, without their people, and those deleted since a moment. One command. */
export async function listGroupsOf(member: ObjectId, since: Date): Promise<GroupDoc[]> {
  const { groups } = await collections();
  return findAll(groups, { members: member, ...notDeletedBefore(since) });
}

/** The number of the member's groups, without one-to-one groups. */
export async function countGroups(member: ObjectId): Promise<number> {
  const { groups } = await collections();
  return groups.countDocuments({ members: member, deletedAt: null, ...NO_PAIR });
}

/** The titles and icons of a member's groups, newest first, without one-to-one groups. One command. */
export async function listGroupTitles(member: ObjectId): Promise<Pick<GroupDoc, "_id" | "title" | "icon">[]> {
  const { groups } = await collections();
  const options = { projection: { title: 1, icon: 1 }, sort: { createdAt: -1, _id: -1 } } as const;
  return findAll(groups, { members: member, deletedAt: null, ...NO_PAIR }, options);
}

type SearchedGroup = Pick<GroupDoc, "_id" | "title" | "pair" | "members" | "formerMembers"> & {
  events: Pick<EventDoc, "_id" | "title" | "expenseCount">[];
};

/**
 * The groups of a member with their events, newest first, and everybody who is or was in them. One command.
 * @param only the only group to list
 */
export async function listSearchedGroups(
  member: ObjectId,
  only?: ObjectId,
): Promise<{ groups: SearchedGroup[]; people: PersonDoc[] }> {
  const { groups } = await collections();
  const mine = { $match: { members: member, deletedAt: null, ...(only && { _id: only }) } };
  const rows = await aggregate<SearchedGroup | { person: PersonDoc }>(groups, [
    mine,
    { $sort: { createdAt: -1, _id: -1 } },
    lookup({ from: "events", localField: "_id", foreignField: "groupId", as: "events" }, [
      { $match: { deletedAt: null } },
      { $project: { title: 1, expenseCount: 1 } },
    ]),
    { $project: { title: 1, pair: 1, members: 1, formerMembers: 1, events: 1 } },
    unionWith("groups", [
      mine,
      { $project: { everybody: { $concatArrays: ["$members", "$formerMembers"] } } },
      { $unwind: "$everybody" },
      { $group: { _id: "$everybody" } },
      lookupPeople("_id", "person"),
      { $unwind: "$person" },
    ]),
  ]);
  return {
    groups: rows.flatMap((row) => ("title" in row ? [row] : [])),
    people: rows.flatMap((row) => ("person" in row ? [row.person] : [])),
  };
}
