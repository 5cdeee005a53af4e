import "server-only";
import type { ObjectId } from "mongodb";
import type { Page, PageRequest } from "@/lib/core/page";
import {
  collections,
  type AccountDoc,
  type EventDoc,
  type ExpenseDoc,
  type GroupDoc,
  type GroupRequestDoc,
  type LinkDoc,
  type SessionDoc,
  type SettlementDoc,
  type TransferDoc,
  type UserDoc,
} from "../collections";
import { listWithOther, type WithOther } from "../friends";
import { aggregate, byCreation, findAll, findPage, lookup, toPage } from "../page";

// The stored data of one person, for their own download.

/** The groups of which the user is a member, newest first, and the ids of those that they left. */
export async function listOwnGroups(user: ObjectId): Promise<{ present: GroupDoc[]; left: ObjectId[] }> {
  const { groups } = await collections();
  // This order finds a group that the user leaves or rejoins in between: whoever rejoins also remains a former member.
  const sort = { createdAt: -1, _id: -1 } as const;
  const present = await findAll(groups, { members: user, deletedAt: null }, { sort });
  const others = { formerMembers: user, _id: { $nin: present.map(({ _id }) => _id) }, deletedAt: null };
  const left = await findAll(groups, others, { projection: { _id: 1 } });
  return { present, left: left.map(({ _id }) => _id) };
}

/** The expenses of a group that the user paid or shared, latest first. */
export async function listSharedExpenses(
  user: ObjectId,
  groupId: ObjectId,
  page: PageRequest,
): Promise<Page<ExpenseDoc>> {
  const { expenses } = await collections();
  const own = { $or: [{ "payers.user": user }, { splitWith: user }] };
  return findPage(expenses, { groupId, deletedAt: null, ...own }, "date", page);
}

/** The settled payments from or to the user in a group, latest first. */
export async function listOwnPayments(
  user: ObjectId,
  groupId: ObjectId,
  page: PageRequest,
): Promise<Page<SettlementDoc>> {
  const { settlements } = await collections();
  return findPage(settlements, { groupId, settled: true, users: user, deletedAt: null }, "settledAt", page);
}

/** The user's accounts at sign-in providers. */
export async function listAccounts(user: ObjectId): Promise<AccountDoc[]> {
  return findAll((await collections()).accounts, { userId: user });
}

/** The user's friendships, requests, and blocks, each with the other person; without blocks by others. One command. */
export async function listAllFriendships(user: ObjectId): Promise<WithOther[]> {
  const newestFirst = { $sort: { createdAt: -1, _id: -1 } };
  const found = await listWithOther(user, { $match: { users: user } }, newestFirst);
  return found.filter(({ status, blockedBy }) => status !== "blocked" || blockedBy?.equals(user));
}

/**
 * All expenses, settlements, and plans of these events, in the order of their screens. Three commands.
 * @param limit the number of expenses that may be in memory
 * @returns null if there are more
 */
export async function listOfEvents(
  events: readonly EventDoc[],
  limit: number,
): Promise<{ expenses: ExpenseDoc[]; settlements: SettlementDoc[]; transfers: TransferDoc[] } | null> {
  const { expenses, settlements, transfers } = await collections();
  const inEvents = { eventId: { $in: events.map(({ _id }) => _id) }, deletedAt: null };
  const [spent, payments, parts] = await Promise.all([
    findAll(expenses, inEvents, { limit: limit + 1 }),
    findAll(settlements, inEvents),
    findAll(transfers, inEvents),
  ]);
  if (spent.length > limit) return null;
  return {
    expenses: toPage(spent, { limit }, ({ date }) => date).rows,
    settlements: payments.sort(byCreation),
    transfers: parts.sort(byCreation).reverse(),
  };
}

/** All links of the user to these groups and what is in them, or without a group, newest first. */
export async function listAllLinks(user: ObjectId, groupIds: readonly ObjectId[]): Promise<LinkDoc[]> {
  const { links } = await collections();
  const places = [{ groupId: { $exists: false } }, { groupId: { $in: [...groupIds] } }];
  return (await findAll(links, { createdBy: user, $or: places })).sort(byCreation).reverse();
}

/** A guest whom the user has claimed (`claimedBy`), or who takes part with a link of the user. */
type OwnGuest = UserDoc & { guest: ObjectId; sessions: SessionDoc[] };

/** The guests of these groups whom the user claimed or invited. One command. */
export async function listOwnGuests(user: ObjectId, groupIds: readonly ObjectId[]): Promise<OwnGuest[]> {
  const { users } = await collections();
  return aggregate<OwnGuest>(users, [
    { $match: { guest: { $in: [...groupIds] } } },
    lookup({ from: "sessions", localField: "_id", foreignField: "user", as: "sessions" }, [
      { $match: { invitedBy: user } },
    ]),
    { $match: { $or: [{ claimedBy: user }, { sessions: { $ne: [] } }] } },
  ]);
}

/** Invitations that the user sent in their groups. */
export async function listSentInvitations(
  user: ObjectId,
  groupIds: readonly ObjectId[],
): Promise<GroupRequestDoc[]> {
  const { groupRequests } = await collections();
  return findAll(groupRequests, { groupId: { $in: [...groupIds] }, from: user });
}
