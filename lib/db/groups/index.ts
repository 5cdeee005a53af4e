import "server-only";
import { ObjectId, type ClientSession, type Document } from "mongodb";
import { changesOf, type ChangedValues, type GroupField } from "@/lib/core/changes";
import type { Page, PageRequest } from "@/lib/core/page";
import { isGroupCreator, mayRemoveMember } from "@/lib/core/rights";
import { AppError, invalid, notFound } from "@/lib/errors";
import { currentRequest } from "@/lib/log/request";
import { recordActivity, type ActivityInput } from "../activity";
import { staleError } from "../activity/stale";
import { assertMayCreateGroup } from "../caps";
import { collections, NO_PAIR, type GroupDoc, type GroupRequestDoc, withTransaction } from "../collections";
import { lockFriendships } from "../friends";
import { withIdempotency, type IdempotencyKey } from "../idempotency";
import { includesId, uniqueIds } from "../ids";
import { assertShared } from "../friends/pair-group";
import { dropNotices } from "../notices/outbox";
import { takeTurn } from "../turns";
import { guestsAmong, lookupPeople, nameOf, newGuest, type PersonDoc } from "../people";
import { aggregate, lookup, pageStages, toPage } from "../page";
import { hasUnsettled } from "../events/unsettled";

/** A group with all its current and former members: all names that its screens need. */
export type GroupWithPeople = { group: GroupDoc; people: PersonDoc[] };

/**
 * Pipeline stages that load the people of the group at `path` ("" for the document itself).
 * @param others paths of further lists of ids
 */
function withPeople(path: "" | "group.", others: readonly (string | Document)[] = []): Document[] {
  const ids = [`$${path}members`, `$${path}formerMembers`, ...others];
  return [
    { $addFields: { everybody: { $concatArrays: ids } } },
    lookupPeople("everybody", "people"),
    { $project: { everybody: 0 } },
  ];
}

/**
 * Pipeline stages that load the group and people of a document with a `groupId`. No result if `member` is not in it.
 */
export function withGroup(member: ObjectId): Document[] {
  return [
    { $lookup: { from: "groups", localField: "groupId", foreignField: "_id", as: "group" } },
    { $unwind: "$group" },
    { $match: { "group.members": member, "group.deletedAt": null } },
    ...withPeople("group."),
  ];
}

/** The group with its people; null unless it exists and `member` is in it. One command. */
export async function getGroupOf(member: ObjectId, groupId: ObjectId): Promise<GroupWithPeople | null> {
  const { groups } = await collections();
  const [found] = await aggregate<GroupDoc & { people: PersonDoc[] }>(groups, [
    { $match: { _id: groupId, members: member, deletedAt: null } },
    ...withPeople(""),
  ]);
  if (!found) return null;
  const { people, ...group } = found;
  return { group, people };
}

/** The data of a group's page, except its events. `people` includes the invitees. */
export type GroupPage = GroupWithPeople & { invitations: GroupRequestDoc[]; eventCount: number };

/** Like {@link getGroupOf}, with the pending invitations and the number of events. One command. */
export async function getGroupPageOf(member: ObjectId, groupId: ObjectId): Promise<GroupPage | null> {
  const { groups } = await collections();
  const [found] = await aggregate<
    GroupDoc & Omit<GroupPage, "group" | "eventCount"> & { counted: { events: number }[] }
  >(groups, [
    { $match: { _id: groupId, members: member, deletedAt: null } },
    { $lookup: { from: "groupRequests", localField: "_id", foreignField: "groupId", as: "invitations" } },
    lookup({ from: "events", localField: "_id", foreignField: "groupId", as: "counted" }, [
      { $match: { deletedAt: null } },
      { $group: { _id: null, events: { $sum: 1 } } },
    ]),
    ...withPeople("", [{ $map: { input: "$invitations", as: "one", in: "$$one.to" } }]),
  ]);
  if (!found) return null;
  const { people, invitations, counted, ...group } = found;
  return { group, people, invitations, eventCount: counted[0]?.events ?? 0 };
}

/** Finds out which groups are empty, for those who show it. */
const anyEvent = lookup({ from: "events", localField: "_id", foreignField: "groupId", as: "events" }, [
  { $match: { deletedAt: null } },
  { $limit: 1 },
  { $project: { _id: 1 } },
]);

/**
 * A page of the groups of a member with their people, newest first, without one-to-one groups. One command.
 * @param tellsEmpty sets `isEmpty` for groups without events, otherwise false
 */
export async function listGroups(
  member: ObjectId,
  page: PageRequest,
  { tellsEmpty = false, only }: { tellsEmpty?: boolean; only?: ObjectId | undefined } = {},
): Promise<Page<GroupWithPeople & { isEmpty: boolean }>> {
  const { groups } = await collections();
  const mine = { members: member, deletedAt: null, ...NO_PAIR, ...(only && { _id: only }) };
  const found = await aggregate<GroupDoc & { people: PersonDoc[]; events?: unknown[] }>(groups, [
    ...pageStages<GroupDoc>(mine, "createdAt", page),
    ...(tellsEmpty ? [anyEvent] : []),
    ...withPeople(""),
  ]);
  const { rows, nextCursor } = toPage(found, page, ({ createdAt }) => createdAt);
  return {
    rows: rows.map(({ people, events, ...group }) => ({ group, people, isEmpty: events?.length === 0 })),
    nextCursor,
  };
}

type GroupInput = Readonly<Pick<GroupDoc, GroupField>>;

const valuesOf = ({ title, icon }: GroupDoc): Pick<ChangedValues, GroupField> => ({ title, icon });

/**
 * Creates a group of its creator and guests, and an invitation for each of `invite`.
 * @throws AppError "invalid" if one of them is not a friend of the creator; if there are too many of something, the
 * errors of caps.ts
 */
export async function createGroup(
  input: {
    _id: ObjectId;
    creator: ObjectId;
    invite: readonly ObjectId[];
    /** The names of guests, all different. */
    guests?: readonly string[];
    at?: Date;
  } & GroupInput,
  key?: IdempotencyKey,
): Promise<GroupDoc> {
  const { groups, groupRequests, users } = await collections();
  const { _id, title, icon, creator, invite, at = new Date() } = input;
  const guests = (input.guests ?? []).map((name) => newGuest(_id, name));
  const group: GroupDoc = {
    _id,
    title,
    icon,
    createdBy: creator,
    createdAt: at,
    members: [creator, ...guests.map((guest) => guest._id)],
    formerMembers: [],
    rev: 0,
    touched: 0,
    deletedAt: null,
  };
  return withIdempotency(key, itself, async (session) => {
    if (invite.length > 0) await lockFriendships(creator, invite, "members", session);
    await assertMayCreateGroup(creator, invite, session);
    const invitations = invite.map((to): GroupRequestDoc => ({
      _id: new ObjectId(),
      groupId: _id,
      from: creator,
      to,
      createdAt: at,
    }));
    if (invite.length > 0) await groupRequests.insertMany(invitations, { session });
    if (guests.length > 0) await users.insertMany(guests, { session });
    await groups.insertOne(group, { session });
    const activity = groupActivity("group-created", creator, group, { at });
    await recordActivity(
      session,
      activity,
      ...guests.map((guest) => ({ ...activity, kind: "guest-added" as const, people: [guest._id] })),
      ...invite.map((to) => invitationActivity(creator, group, to)),
    );
    return group;
  });
}

/** The group in which a write of a group was made. */
export const itself = ({ _id }: GroupDoc): ObjectId[] => [_id];

/** The activity of creating, changing, deleting, or restoring a group, and of its members. */
export const groupActivity = (
  kind: ActivityInput["kind"],
  actor: ObjectId,
  group: Pick<GroupDoc, "_id" | "title">,
  more?: Partial<ActivityInput>,
): ActivityInput => ({ kind, actor, groupId: group._id, title: group.title, ...more });

/** The activity of an invitation, visible only to people who may see pending invitations. */
export function invitationActivity(
  actor: ObjectId,
  group: GroupDoc,
  to: ObjectId,
  kind: "member-invited" | "invitation-withdrawn" | "invitation-declined" = "member-invited",
  sender: ObjectId = actor,
): ActivityInput {
  const visibleTo = uniqueIds([sender, group.createdBy]);
  return groupActivity(kind, actor, group, { people: [to], visibleTo });
}

/**
 * Updates title and icon, by a member.
 * @param rev the revision with which the form was loaded; undefined overwrites
 * @throws AppError "not-found"; "stale" if `rev` is outdated; "forbidden" if it is of a pair
 */
export async function updateGroup(
  actor: ObjectId,
  groupId: ObjectId,
  change: GroupInput,
  rev: number | undefined,
  key?: IdempotencyKey,
): Promise<GroupDoc> {
  const { groups } = await collections();
  return withIdempotency(key, itself, async (session) => {
    const before = await lockSharedGroup(actor, groupId, session);
    if (rev !== undefined && before.rev !== rev) throw await staleError(actor, { groupId }, "group-edited");
    const after = { ...before, ...change, rev: before.rev + 1 };
    await groups.updateOne({ _id: groupId }, { $set: { ...change, rev: after.rev } }, { session });
    const changes = changesOf(valuesOf(before), change);
    await recordActivity(session, groupActivity("group-edited", actor, after, { changes }));
    return after;
  });
}

/**
 * Locks the group for this transaction, which serializes the writers of its members, events, ledger, and balances. It
 * must be the transaction's first command: then concurrent transactions of this process take turns, and those of other
 * processes wait (embedded database) or get a write conflict, which `withTransaction` retries (MongoDB).
 * @param as what counts it: `locked` if members see nothing of the write, so that their screens stay as they are
 * @param actor a member; null: the scheduled work, which is none
 * @returns the current group
 * @throws AppError "not-found", also if the request has an API token of another group
 */
export async function lockGroup(
  actor: ObjectId | null,
  groupId: ObjectId,
  session: ClientSession,
  as: "touched" | "locked" = "touched",
): Promise<GroupDoc> {
  const hex = groupId.toHexString();
  const { onlyGroup = hex } = currentRequest() ?? {};
  if (onlyGroup !== hex) throw notFound();
  const { groups } = await collections();
  await takeTurn(session, hex);
  const group = await groups.findOneAndUpdate(
    { _id: groupId, ...(actor && { members: actor }), deletedAt: null },
    { $inc: { [as]: 1 } },
    { session, returnDocument: "after" },
  );
  if (!group) throw notFound();
  return group;
}

/** Like {@link lockGroup}, but not of a pair (docs/rules.md#one-to-one). @throws AppError also "forbidden" */
export async function lockSharedGroup(...args: Parameters<typeof lockGroup>): Promise<GroupDoc> {
  const group = await lockGroup(...args);
  assertShared(group);
  return group;
}

/**
 * Removes a member from a group, their API tokens of it, and the invitations and links that they sent or that only they
 * can open, unless they have unsettled payments in it (docs/rules.md#rights). If somebody else removes them, all links of the group end.
 * @throws AppError "not-found", "forbidden", "unsettled-payments"
 */
export async function removeMember(actor: ObjectId, groupId: ObjectId, member: ObjectId): Promise<void> {
  const { groups, groupRequests, links, sessions, tokens } = await collections();
  await withTransaction(async (session) => {
    const group = await lockSharedGroup(actor, groupId, session);
    if (!mayRemoveMember(actor, member, group)) {
      throw new AppError("forbidden", "Only the creator of the group can remove members.");
    }
    if (!includesId(group.members, member)) throw notFound();
    if (isGroupCreator(member, group)) {
      throw new AppError("forbidden", "The creator of the group can't be removed.");
    }
    await groups.updateOne({ _id: groupId }, { ...leaving(member), $unset: { waiting: true } }, { session });
    await groupRequests.deleteMany({ groupId, from: member }, { session });
    // A person who is removed may know any link of the group.
    const left = member.equals(actor) && { $or: [{ createdBy: member }, { "shows.only": member }] };
    await links.deleteMany({ groupId, ...left }, { session });
    await tokens.deleteMany({ user: member, groupId }, { session });
    await dropNotices(member, session, groupId);
    if ((await guestsAmong([member], session)).size > 0)
      await sessions.deleteMany({ user: member }, { session });
    if (await hasUnsettled(member, [groupId], session)) {
      const name = await nameOf(member);
      throw new AppError("unsettled-payments", `${name} still has unsettled payments in this group.`);
    }
    const kind = member.equals(actor) ? "member-left" : "member-removed";
    await recordActivity(session, groupActivity(kind, actor, group, { people: [member] }));
  });
}

/** The change of a group when people join it. */
export const joining = (people: readonly ObjectId[], at: Date) => ({
  $addToSet: { members: { $each: [...people] } },
  $set: Object.fromEntries(people.map((one) => [`memberSince.${one.toHexString()}` as const, at])),
});

/** The change of a group when somebody leaves it. */
export const leaving = (member: ObjectId) => ({
  $pull: { members: member },
  $addToSet: { formerMembers: member },
});

/**
 * Checks that people of events and splits are members at the time of the write (docs/rules.md#rights).
 * @param others former members who may stay
 * @throws AppError "invalid"
 */
export function assertMembers(
  group: GroupDoc,
  people: readonly ObjectId[],
  field: string,
  others: readonly ObjectId[] = [],
): void {
  const outside = people.some((one) => !includesId(group.members, one) && !includesId(others, one));
  if (outside) throw invalid(field, "Everyone selected must be a member of the group.");
}
