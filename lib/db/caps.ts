import "server-only";
import type { ClientSession, Document, ObjectId } from "mongodb";
import { CAPS } from "@/lib/core/limits";
import { daysAgo } from "@/lib/core/text/dates";
import { AppError, type ErrorCode } from "@/lib/errors";
import { collections, NO_PAIR, type Collections, type UserDoc } from "./collections";
import { aggregate, lookup } from "./page";
import { lockUsers, nameOf } from "./people";

// Each check locks the people whose items it counts, so that parallel requests cannot exceed a cap. Call it in the
// transaction that writes.

/** The items of a person that are counted: documents of a collection that name the person in `field`. */
type Rule = {
  code: ErrorCode;
  /** Instead of the code's message. */
  message?: (name: string) => string;
  cap: number;
  from: keyof Collections;
  field: string;
  filter: Document;
};

/** One-to-one groups do not count: each needs a friendship. */
const groupsJoined: Rule = {
  code: "too-many-groups",
  cap: CAPS.groups,
  from: "groups",
  field: "members",
  filter: { deletedAt: null, ...NO_PAIR },
};
/** Groups that have been deleted since count, too. */
const groupsCreatedToday = (): Rule => ({
  code: "too-many-new-groups",
  cap: CAPS.groupsCreatedPerDay,
  from: "groups",
  field: "createdBy",
  filter: { createdAt: { $gt: daysAgo(1) }, ...NO_PAIR },
});
/**
 * Leaves room for `more` invitations: with 1, the 100th one is still allowed. Invitations to deleted groups count, too,
 * because restoring a group restores them.
 */
const invitationsSent = (more: number): Rule => ({
  code: "too-many-invitations",
  cap: CAPS.invitationsSent - more + 1,
  from: "groupRequests",
  field: "from",
  filter: {},
});
const invitationsReceived: Rule = {
  code: "not-invitable",
  message: (name) => `${name} can't be invited right now.`,
  cap: CAPS.invitationsReceived,
  from: "groupRequests",
  field: "to",
  filter: { deletedAt: null },
};
/** Ignored requests count like pending ones, because to their sender they look the same. */
const friendRequestsSent: Rule = {
  code: "too-many-friend-requests",
  cap: CAPS.friendRequestsSent,
  from: "friendships",
  field: "requestedBy",
  filter: { status: { $in: ["pending", "ignored"] }, withdrawn: { $exists: false } },
};
const linksOpen = (): Rule => ({
  code: "too-many-links",
  cap: CAPS.links,
  from: "links",
  field: "createdBy",
  // A guest's link that was used lets nobody else in.
  filter: {
    expiresAt: { $gt: new Date() },
    shows: { $exists: false },
    $or: [{ guest: { $exists: false } }, { uses: 0 }],
  },
});
const sharedLinksOpen = (): Rule => ({
  ...linksOpen(),
  message: () => `You can share ${CAPS.sharedLinks} links at once. Revoke one first.`,
  cap: CAPS.sharedLinks,
  filter: { expiresAt: { $gt: new Date() }, shows: { $exists: true } },
});
const tokensValid = (): Rule => ({
  code: "too-many-tokens",
  cap: CAPS.tokens,
  from: "tokens",
  field: "user",
  filter: { expiresAt: { $gt: new Date() } },
});
const friendRequestsReceived = (receiver: ObjectId): Rule => ({
  code: "not-askable",
  cap: CAPS.friendRequestsReceived,
  from: "friendships",
  field: "users",
  filter: { status: "pending", requestedBy: { $ne: receiver } },
});

/** @throws AppError "too-many-groups"; "not-found" if the account was deleted */
export async function assertMayJoinGroup(person: ObjectId, session: ClientSession): Promise<void> {
  await lockUsers([person], session);
  await assertRoom([{ person, rule: groupsJoined }], session);
}

/** @throws AppError "too-many-links"; "not-found" if the account was deleted */
export async function assertMayCreateLink(
  person: ObjectId,
  session: ClientSession,
  { shared = false } = {},
): Promise<void> {
  await lockUsers([person], session);
  await assertRoom([{ person, rule: shared ? sharedLinksOpen() : linksOpen() }], session);
}

/** @throws AppError "too-many-tokens"; "not-found" if the account was deleted */
export async function assertMayCreateToken(person: ObjectId, session: ClientSession): Promise<void> {
  await lockUsers([person], session);
  await assertRoom([{ person, rule: tokensValid() }], session);
}

/**
 * @param invited distinct, and not the creator
 * @throws AppError "too-many-groups", "too-many-new-groups", "too-many-invitations", "not-invitable"; "not-found" if an
 * account was deleted
 */
export async function assertMayCreateGroup(
  creator: ObjectId,
  invited: readonly ObjectId[],
  session: ClientSession,
): Promise<void> {
  await lockUsers([creator, ...invited], session);
  const rules = [groupsJoined, groupsCreatedToday(), invitationsSent(invited.length)];
  const own = rules.map((rule) => ({ person: creator, rule }));
  await assertRoom(own, session);
  const received = invited.map((person) => ({ person, rule: invitationsReceived }));
  await assertRoom(received, session);
}

/** @throws AppError "too-many-invitations", "not-invitable"; "not-found" if an account was deleted */
export async function assertMayInvite(sender: ObjectId, to: ObjectId, session: ClientSession): Promise<void> {
  await lockUsers([sender, to], session);
  const checks = [
    { person: sender, rule: invitationsSent(1) },
    { person: to, rule: invitationsReceived },
  ];
  await assertRoom(checks, session);
}

/** The caller has locked both. @throws AppError "too-many-friend-requests", "not-askable" */
export async function assertMayAskFriend(
  sender: ObjectId,
  to: ObjectId,
  session: ClientSession,
): Promise<void> {
  const checks = [
    { person: sender, rule: friendRequestsSent },
    { person: to, rule: friendRequestsReceived(to) },
  ];
  await assertRoom(checks, session);
}

/** The caller has locked the group. @throws AppError "too-many-imports" */
export async function assertMayImport(groupId: ObjectId, session: ClientSession): Promise<void> {
  const { imports } = await collections();
  if ((await imports.countDocuments({ groupId }, { session })) >= CAPS.imports)
    throw new AppError("too-many-imports");
}

/** The caller has locked the group. @throws AppError "too-many-series" */
export async function assertMayRepeat(groupId: ObjectId, session: ClientSession): Promise<void> {
  const { series } = await collections();
  const going = { groupId, nextDay: { $ne: null } };
  if ((await series.countDocuments(going, { session })) >= CAPS.series) throw new AppError("too-many-series");
}

type Check = { person: ObjectId; rule: Rule };
type Counted = Pick<UserDoc, "_id"> & Record<`counted${number}`, { count: number }[]>;

/**
 * At most one command.
 * @throws AppError the code of the first check that fails because the person has as many as the rule's cap, or more
 */
async function assertRoom(checks: readonly Check[], session: ClientSession): Promise<void> {
  if (checks.length === 0) return;
  const { users } = await collections();
  const rules = [...new Set(checks.map(({ rule }) => rule))];
  const counts = rules.map(({ cap, from, field, filter }, index) =>
    lookup({ from, localField: "_id", foreignField: field, as: `counted${index}` }, [
      { $match: filter },
      // A cap below 1 is always reached.
      { $limit: Math.max(cap, 1) },
      { $group: { _id: null, count: { $sum: 1 } } },
    ]),
  );
  const people = { $match: { _id: { $in: checks.map(({ person }) => person) } } };
  const stages = [people, { $project: { _id: 1 } }, ...counts];
  const rows = await aggregate<Counted>(users, stages, session);
  const full = checks.find(({ person, rule }) => {
    const row = rows.find(({ _id }) => _id.equals(person));
    const [counted] = row?.[`counted${rules.indexOf(rule)}`] ?? [];
    return (counted?.count ?? 0) >= rule.cap;
  });
  if (full) throw new AppError(full.rule.code, full.rule.message?.(await nameOf(full.person)));
}
