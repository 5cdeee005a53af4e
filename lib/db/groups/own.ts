import "server-only";
import type { Document, ObjectId } from "mongodb";
import { collections, type GroupDoc } from "../collections";
import { findAll, lookup } from "../page";

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
