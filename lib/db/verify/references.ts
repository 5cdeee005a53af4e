import "server-only";
import type { ObjectId } from "mongodb";
import { pairKey, parsePair } from "@/lib/core/money/ledger";
import type { EventDoc, ExpenseDoc, GroupDoc, SettlementDoc, TransferDoc, UserDoc } from "../collections";
import { eachRow, everyRow, type Read } from "./rows";
import { FRIENDSHIP, GROUP, hasShape, INVITATION, LINK } from "./shape";
import type { Report } from "./violation";

/** The existing people and groups, by id in hex. Deleted groups do not count. */
type Known = {
  users: ReadonlySet<string>;
  /** The group of each guest, by the guest's id. */
  guests: ReadonlyMap<string, string>;
  /** The former guests whose place an account has taken. */
  claimed: ReadonlySet<string>;
  /** The `users` with a deleted account. */
  deletedUsers: ReadonlySet<string>;
  groups: ReadonlyMap<string, Circle>;
};

/** The people of a group, and how many events it has been found to have. */
export type Circle = {
  members: ReadonlySet<string>;
  former: ReadonlySet<string>;
  pair: boolean;
  events: number;
};

const hex = (id: ObjectId) => id.toHexString();

/** Reads who and what exists. Checks the groups. */
export async function readKnown(read: Read, report: Report): Promise<Known> {
  const known = {
    users: new Set<string>(),
    guests: new Map<string, string>(),
    claimed: new Set<string>(),
    deletedUsers: new Set<string>(),
    groups: new Map<string, Circle>(),
  };
  const projection = { deletedAt: 1, guest: 1, claimedBy: 1, email: 1 };
  const addUser = (user: UserDoc) => {
    const [id, { guest, deletedAt, claimedBy, email }] = [hex(user._id), user];
    known.users.add(id);
    if (guest) known.guests.set(id, hex(guest));
    if (claimedBy) known.claimed.add(id);
    else if (deletedAt) known.deletedUsers.add(id);
    if (claimedBy && !deletedAt)
      report({ subject: `user ${id}`, problem: "it was claimed, but is not deleted" });
    if (guest && email) report({ subject: `user ${id}`, problem: "a guest has an address" });
  };
  await everyRow(read, "users", addUser, { projection });
  await eachRow(read, "groups", (group) => {
    const complete = hasShape(`group ${hex(group._id)}`, group, GROUP, report);
    const { members = [], formerMembers = [], pair } = complete ? group : {};
    const people = { members: new Set(members.map(hex)), former: new Set(formerMembers.map(hex)) };
    const circle = { ...people, pair: pair !== undefined, events: 0 };
    known.groups.set(hex(group._id), circle);
    if (complete) checkGroup(group, circle, known, report);
  });
  return known;
}

function checkGroup(group: GroupDoc, { members, former }: Circle, known: Known, report: Report): void {
  const subject = `group ${hex(group._id)}`;
  const creator = hex(group.createdBy);
  reportMissing(subject, [...members, ...former, creator], known, report);
  if (members.size !== group.members.length)
    report({ subject, problem: "a user is listed as a member twice" });
  for (const user of members) {
    if (!known.deletedUsers.has(user)) continue;
    report({ subject, problem: `user ${user} is a member, but has deleted their account` });
  }
  if (!members.has(creator)) report({ subject, problem: "its creator is not a member" });
  if (known.guests.has(creator)) report({ subject, problem: "its creator is a guest" });
  if (group.pair !== undefined && [...members, ...former].sort().join(":") !== group.pair)
    report({ subject, problem: "its pair is not that of its people" });
  for (const user of [...members, ...former]) {
    if (known.claimed.has(user)) report({ subject, problem: `user ${user} was claimed, but is still in it` });
    const own = known.guests.get(user);
    if (own !== undefined && own !== hex(group._id))
      report({ subject, problem: `user ${user} is a guest of another group` });
  }
}

/** An event's group exists, and its people are or were members of it. */
export function checkEventPeople(event: EventDoc, group: Circle | undefined, report: Report): void {
  const subject = `event ${hex(event._id)}`;
  if (!group) report({ subject, problem: `its group ${hex(event.groupId)} does not exist` });
  else {
    group.events += 1;
    const { participants, createdBy, closedAt, closedBy } = event;
    const people = [...participants, createdBy, ...(closedBy ? [closedBy] : [])];
    reportOutsiders(subject, people.map(hex), group, report);
    if ((closedAt === undefined) !== (closedBy === undefined))
      report({ subject, problem: "it is not known when and by whom it was closed" });
  }
}

/** After all events: what two friends share is in one. */
export function checkPairs(known: Known, report: Report): void {
  for (const [group, { pair, events }] of known.groups) {
    if (pair && events !== 1) report({ subject: `group ${group}`, problem: `its pair has ${events} events` });
  }
}

/** The people of an expense are or were members of its group. */
export function checkExpensePeople(expense: ExpenseDoc, group: Circle | undefined, report: Report): void {
  const { _id, createdBy, payers, splitWith } = expense;
  if (!group) return;
  const people = [createdBy, ...payers.map(({ user }) => user), ...splitWith];
  reportOutsiders(`expense ${hex(_id)}`, people.map(hex), group, report);
}

/** The people of a plan's transfers are or were members of its group. */
export function checkTransferPeople(
  { _id, createdBy, debts, replaced }: TransferDoc,
  group: Circle | undefined,
  report: Report,
): void {
  if (!group) return;
  const people = [...debts, ...replaced].flatMap(({ pair }) => parsePair(pair));
  reportOutsiders(`transfers ${hex(_id)}`, [hex(createdBy), ...people], group, report);
}

/**
 * The people of a settlement are or were members of its group. Nobody can leave with unsettled payments or get new ones
 * after leaving, so an unsettled one of a former member is a violation.
 */
export function checkSettlementPeople(
  { _id, users, settled, net }: SettlementDoc,
  group: Circle | undefined,
  report: Report,
): void {
  if (!group) return;
  const subject = `settlement ${hex(_id)}`;
  reportOutsiders(subject, users.map(hex), group, report);
  if (settled) return;
  for (const user of users.map(hex)) {
    if (!group.former.has(user) || group.members.has(user)) continue;
    report({ subject, problem: `it is unsettled with ${net} cents, but user ${user} has left the group` });
  }
}

function reportOutsiders(subject: string, people: readonly string[], group: Circle, report: Report): void {
  let said: Set<string> | null = null;
  for (const user of people) {
    if (group.members.has(user) || group.former.has(user) || said?.has(user)) continue;
    (said ??= new Set()).add(user);
    report({ subject, problem: `user ${user} has never been in its group` });
  }
}

function reportMissing(subject: string, people: readonly string[], known: Known, report: Report): void {
  const gone = [...new Set(people)].filter((user) => !known.users.has(user));
  for (const user of gone) report({ subject, problem: `user ${user} does not exist` });
}

export async function checkFriendships(read: Read, known: Known, report: Report): Promise<void> {
  await eachRow(read, "friendships", (friendship) => {
    const subject = `friendship ${hex(friendship._id)}`;
    if (!hasShape(subject, friendship, FRIENDSHIP, report)) return;
    const { users, pair, requestedBy } = friendship;
    const [a, b] = users.map(hex);
    reportMissing(subject, users.map(hex), known, report);
    if (users.length !== 2 || !a || !b || a === b) {
      report({ subject, problem: "it is not between two people" });
    } else if (pair !== pairKey(a, b)) {
      report({ subject, problem: "its pair is not that of its people" });
    }
    for (const user of users.map(hex))
      if (known.guests.has(user)) report({ subject, problem: `user ${user} is a guest` });
    if (!users.some((user) => user.equals(requestedBy))) {
      report({ subject, problem: "it was requested by neither of the two" });
    }
  });
}

export async function checkInvitations(read: Read, known: Known, report: Report): Promise<void> {
  await eachRow(read, "groupRequests", (request) => {
    const subject = `invitation ${hex(request._id)}`;
    if (!hasShape(subject, request, INVITATION, report)) return;
    const { groupId, from, to } = request;
    const group = known.groups.get(hex(groupId));
    reportMissing(subject, [hex(from), hex(to)], known, report);
    if (!group) report({ subject, problem: `its group ${hex(groupId)} does not exist` });
    else if (group.members.has(hex(to))) report({ subject, problem: "it invites a member" });
  });
}

export async function checkLinks(read: Read, known: Known, report: Report): Promise<void> {
  await eachRow(read, "links", (link) => {
    const subject = `link ${hex(link._id)}`;
    if (!hasShape(subject, link, LINK, report)) return;
    const { groupId, createdBy, guest, shows } = link;
    reportMissing(subject, [hex(createdBy)], known, report);
    if (guest && known.guests.get(hex(guest)) !== (groupId && hex(groupId)))
      report({ subject, problem: "it is for someone who is not a guest of its group" });
    if (shows && !groupId) report({ subject, problem: "it shows something, but has no group" });
    if (shows?.kind === "why" && shows.pair !== pairKey(hex(createdBy), hex(shows.only)))
      report({ subject, problem: "its debt is not between its creator and its reader" });
    // The links of a deleted group stay until they expire.
    const group = groupId && known.groups.get(hex(groupId));
    if (group && !group.members.has(hex(createdBy)))
      report({ subject, problem: "its creator is not a member" });
  });
}
