import "server-only";
import type { ObjectId } from "mongodb";
import { pairKey } from "@/lib/core/money/ledger";
import { LAST, presetProblem } from "@/lib/core/usual-split";
import { pushSubscriptionDoc, tokenDoc } from "../account/documents";
import {
  friendshipDoc,
  groupDoc,
  groupRequestDoc,
  linkDoc,
  userDoc,
  type EventDoc,
  type GroupDoc,
  type SplitsDoc,
} from "../documents";
import { noticeDoc } from "../notices/documents";
import { eachRow, eachValid, type Read } from "./rows";
import { about, hasShape, type Report, type Say } from "./violation";

type Known = Awaited<ReturnType<typeof readUsers>>;

/** The people of a group, and the number of its events so far. */
export type GroupPeople = {
  members: ReadonlySet<string>;
  former: ReadonlySet<string>;
  pair: boolean;
  events: number;
};

export const hex = (id: ObjectId) => id.toHexString();

/** Checks people, groups, and what refers to them. @returns the people and groups that exist */
export async function checkPeople(read: Read, report: Report): Promise<Known> {
  const known = await readUsers(read, report);
  await eachRow(read, "groups", (group) => {
    const say = about(`group ${hex(group._id)}`, report);
    const complete = hasShape(group, groupDoc, say);
    const { members, formerMembers, pair } = complete ? group : { members: [], formerMembers: [] };
    const people = { members: new Set(members.map(hex)), former: new Set(formerMembers.map(hex)) };
    known.groups.set(hex(group._id), { ...people, pair: pair !== undefined, events: 0 });
    if (complete) checkGroup(group, known, say);
  });
  await eachValid(read, report, ["friendships", "friendship", friendshipDoc], (friendship, say) => {
    const users = friendship.users.map(hex);
    const [a, b] = users;
    sayMissing(users, known, say);
    if (users.length !== 2 || !a || !b || a === b) say("it is not between two people");
    else if (friendship.pair !== pairKey(a, b)) say("its pair is not that of its people");
    for (const user of users) if (known.guests.has(user)) say(`user ${user} is a guest`);
    if (!users.includes(hex(friendship.requestedBy))) say("it was requested by neither of the two");
  });
  await eachValid(read, report, ["groupRequests", "invitation", groupRequestDoc], (request, say) => {
    const [groupId, to] = [hex(request.groupId), hex(request.to)];
    const group = known.groups.get(groupId);
    sayMissing([hex(request.from), to], known, say);
    if (!group) say(`its group ${groupId} does not exist`);
    else if (group.members.has(to)) say("it invites a member");
  });
  await eachValid(read, report, ["links", "link", linkDoc], (link, say) => {
    const { guest, shows } = link;
    const creator = hex(link.createdBy);
    const groupId = link.groupId && hex(link.groupId);
    sayMissing([creator], known, say);
    if (guest && known.guests.get(hex(guest)) !== groupId)
      say("it is for someone who is not a guest of its group");
    if (shows && !groupId) say("it shows something, but has no group");
    if (shows?.kind === "why" && shows.pair !== pairKey(creator, hex(shows.only)))
      say("its debt is not between its creator and its reader");
    // The links of a deleted group stay until they expire.
    const group = groupId && known.groups.get(groupId);
    if (group && !group.members.has(creator)) say("its creator is not a member");
  });
  await eachValid(read, report, ["tokens", "token", tokenDoc], (token, say) => {
    const user = hex(token.user);
    sayNoAccount(user, known, say);
    // The tokens of a purged group stay until they expire.
    const group = token.groupId && known.groups.get(hex(token.groupId));
    if (group && !group.members.has(user)) say("its user is not a member of its group");
  });
  await eachValid(read, report, ["pushSubscriptions", "browser", pushSubscriptionDoc], (device, say) => {
    sayNoAccount(hex(device.userId), known, say);
  });
  await eachValid(read, report, ["notices", "notice", noticeDoc], (notice, say) => {
    const user = hex(notice.userId);
    sayNoAccount(user, known, say);
    const group = notice.groupId && known.groups.get(hex(notice.groupId));
    if (group && !group.members.has(user) && notice.kind !== "invited")
      say("its user is not a member of its group");
  });
  return known;
}

/** Reads the existing people, by id in hex; the groups that exist and are not deleted are added to them. */
async function readUsers(read: Read, report: Report) {
  const known = {
    users: new Set<string>(),
    /** The group of each guest, by the guest's id. */
    guests: new Map<string, string>(),
    /** The former guests whom an account has claimed. */
    claimed: new Set<string>(),
    /** The `users` with a deleted account. */
    deletedUsers: new Set<string>(),
    groups: new Map<string, GroupPeople>(),
  };
  for await (const user of read("users")) {
    const id = hex(user._id);
    known.users.add(id);
    const say = about(`user ${id}`, report);
    if (!hasShape(user, userDoc, say)) continue;
    const { guest, deletedAt, claimedBy, email } = user;
    if (guest) known.guests.set(id, hex(guest));
    if (claimedBy) known.claimed.add(id);
    else if (deletedAt) known.deletedUsers.add(id);
    if (claimedBy && !deletedAt) say("it was claimed, but is not deleted");
    if (guest && email) say("a guest has an address");
  }
  return known;
}

function checkGroup(group: GroupDoc, known: Known, say: Say): void {
  const creator = hex(group.createdBy);
  const members = group.members.map(hex);
  const people = [...new Set([...members, ...group.formerMembers.map(hex)])];
  sayMissing([...people, creator], known, say);
  if (new Set(members).size !== members.length) say("a user is listed as a member twice");
  if (!members.includes(creator)) say("its creator is not a member");
  if (known.guests.has(creator)) say("its creator is a guest");
  if (group.pair !== undefined && people.sort().join(":") !== group.pair)
    say("its pair is not that of its people");
  checkSplits(group.splits, known.groups.get(hex(group._id)), say);
  for (const user of people) {
    if (known.deletedUsers.has(user) && members.includes(user))
      say(`user ${user} is a member, but has deleted their account`);
    if (known.claimed.has(user)) say(`user ${user} was claimed, but is still in it`);
    if ((known.guests.get(user) ?? hex(group._id)) !== hex(group._id))
      say(`user ${user} is a guest of another group`);
  }
}

/** An event's group exists, and its people are or were members of it. */
export function checkEventPeople(event: EventDoc, group: GroupPeople | undefined, say: Say): void {
  if (!group) return say(`its group ${hex(event.groupId)} does not exist`);
  group.events += 1;
  const { participants, createdBy, closedAt, closedBy } = event;
  sayOutsiders([...participants, createdBy, ...(closedBy ? [closedBy] : [])].map(hex), group, say);
  checkSplits(event.splits, group, say);
  if (!closedAt !== !closedBy) say("it is not known when and by whom it was closed");
}

/** The usual split is one of the presets, which are such as can be saved, and whose people are or were members. */
function checkSplits(splits: SplitsDoc | undefined, group: GroupPeople | undefined, say: Say): void {
  if (!splits) return;
  const { default: usual, presets } = splits;
  if (usual && usual !== LAST && !presets.some(({ _id }) => _id.equals(usual)))
    say("its usual split is none of its presets");
  for (const { _id, split, splitWith } of presets) {
    const values = split.values.map(({ user, value }) => ({ user: hex(user), value }));
    const problem = presetProblem({ ...split, values }, splitWith.map(hex));
    if (problem) say(`its preset ${hex(_id)} is no split: ${problem}`);
  }
  const users = presets.flatMap(({ split, splitWith }) => [
    ...splitWith,
    ...split.values.map((one) => one.user),
  ]);
  sayOutsiders(users.map(hex), group, say);
}

/** After all events: each one-to-one group has exactly one. */
export function checkPairs(known: Known, report: Report): void {
  for (const [group, { pair, events }] of known.groups) {
    if (pair && events !== 1) about(`group ${group}`, report)(`its pair has ${events} events`);
  }
}

/** Reports people who are not and were not members of a group. */
export function sayOutsiders(people: readonly string[], group: GroupPeople | undefined, say: Say): void {
  if (!group) return;
  const outside = people.filter((user) => !group.members.has(user) && !group.former.has(user));
  for (const user of new Set(outside)) say(`user ${user} has never been in its group`);
}

function sayMissing(people: readonly string[], known: Known, say: Say): void {
  const gone = people.filter((user) => !known.users.has(user));
  for (const user of new Set(gone)) say(`user ${user} does not exist`);
}

/** Reports somebody who has no account. */
function sayNoAccount(user: string, known: Known, say: Say): void {
  sayMissing([user], known, say);
  if (known.guests.has(user)) say(`user ${user} is a guest`);
  if (known.deletedUsers.has(user)) say(`user ${user} has deleted their account`);
}
