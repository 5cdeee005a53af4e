import "server-only";
import type { ObjectId } from "mongodb";
import { pairKey } from "@/lib/core/ledger";
import type { Collections, EventDoc, ExpenseDoc, GroupDoc, SettlementDoc } from "../collections";
import type { Violation } from "./violation";

/** The existing items: ids in hex. Deleted groups and events do not count. */
export type Known = {
  users: ReadonlySet<string>;
  /** The `users` with a deleted account. */
  deletedUsers: ReadonlySet<string>;
  groups: ReadonlyMap<string, GroupDoc>;
  /** The group of each event. */
  events: ReadonlyMap<string, string>;
};

type Child = Pick<ExpenseDoc, "_id" | "eventId" | "groupId">;

const hex = (id: ObjectId) => id.toHexString();

/** Checks that every reference to a person, group, or event points to an existing one. */
export async function checkReferences(all: Collections, known: Known): Promise<Violation[]> {
  return [
    ...[...known.groups.values()].flatMap((group) => checkGroup(group, known)),
    ...(await checkFriendships(all, known)),
    ...(await checkInvitations(all, known)),
    ...(await checkChildren("expense", all.expenses.find(...live), known)),
    ...(await checkChildren("settlement", all.settlements.find(...live), known)),
  ];
}

const live: [object, { projection: object }] = [
  { deletedAt: null },
  { projection: { _id: 1, eventId: 1, groupId: 1 } },
];

function checkGroup(group: GroupDoc, known: Known): Violation[] {
  const subject = `group ${hex(group._id)}`;
  const members = group.members.map(hex);
  const people = [...members, ...group.formerMembers.map(hex), hex(group.createdBy)];
  const found = missing(subject, people, known);
  if (new Set(members).size !== members.length)
    found.push({ subject, problem: "a user is listed as a member twice" });
  for (const user of members.filter((one) => known.deletedUsers.has(one))) {
    found.push({ subject, problem: `user ${user} is a member, but has deleted their account` });
  }
  if (!members.includes(hex(group.createdBy))) {
    found.push({ subject, problem: "its creator is not a member" });
  }
  return found;
}

/** An event's group exists, and its people are or were members of that group. */
export function checkEventReferences(event: EventDoc, known: Known): Violation[] {
  const subject = `event ${hex(event._id)}`;
  const group = known.groups.get(hex(event.groupId));
  if (!group) return [{ subject, problem: `its group ${hex(event.groupId)} does not exist` }];
  return outsiders(subject, [...event.participants, event.createdBy], group);
}

/** The people of an event's expenses and settlements are or were members of its group. */
export function checkPeople(
  group: GroupDoc,
  expenses: readonly ExpenseDoc[],
  settlements: readonly SettlementDoc[],
): Violation[] {
  return [
    ...expenses.flatMap((expense) => outsiders(`expense ${hex(expense._id)}`, peopleOf(expense), group)),
    ...settlements.flatMap(({ _id, users }) => outsiders(`settlement ${hex(_id)}`, users, group)),
    ...settlements.flatMap((settlement) => debtsOfFormerMembers(settlement, group)),
  ];
}

/** Nobody can leave with unsettled payments or get new ones after leaving, so such a payment is a violation. */
function debtsOfFormerMembers({ _id, users, settled, net }: SettlementDoc, group: GroupDoc): Violation[] {
  if (settled) return [];
  const members = new Set(group.members.map(hex));
  const former = new Set(group.formerMembers.map(hex));
  return users
    .map(hex)
    .filter((user) => former.has(user) && !members.has(user))
    .map((user) => ({
      subject: `settlement ${hex(_id)}`,
      problem: `it is unsettled with ${net} cents, but user ${user} has left the group`,
    }));
}

const peopleOf = ({ createdBy, payers, splitWith }: ExpenseDoc): ObjectId[] => [
  createdBy,
  ...payers.map(({ user }) => user),
  ...splitWith,
];

function outsiders(subject: string, people: readonly ObjectId[], group: GroupDoc): Violation[] {
  const inside = new Set([...group.members, ...group.formerMembers].map(hex));
  const outside = [...new Set(people.map(hex))].filter((user) => !inside.has(user));
  return outside.map((user) => ({ subject, problem: `user ${user} has never been in its group` }));
}

function missing(subject: string, people: readonly string[], known: Known): Violation[] {
  const gone = [...new Set(people)].filter((user) => !known.users.has(user));
  return gone.map((user) => ({ subject, problem: `user ${user} does not exist` }));
}

async function checkFriendships({ friendships }: Collections, known: Known): Promise<Violation[]> {
  const found: Violation[] = [];
  for await (const { _id, users, pair, requestedBy } of friendships.find()) {
    const subject = `friendship ${hex(_id)}`;
    const [a, b] = users.map(hex);
    found.push(...missing(subject, users.map(hex), known));
    if (users.length !== 2 || !a || !b || a === b) {
      found.push({ subject, problem: "it is not between two people" });
    } else if (pair !== pairKey(a, b)) {
      found.push({ subject, problem: "its pair is not that of its people" });
    }
    if (!users.some((user) => user.equals(requestedBy))) {
      found.push({ subject, problem: "it was requested by neither of the two" });
    }
  }
  return found;
}

async function checkInvitations({ groupRequests }: Collections, known: Known): Promise<Violation[]> {
  const found: Violation[] = [];
  for await (const { _id, groupId, from, to } of groupRequests.find({ deletedAt: null })) {
    const subject = `invitation ${hex(_id)}`;
    const group = known.groups.get(hex(groupId));
    found.push(...missing(subject, [hex(from), hex(to)], known));
    if (!group) found.push({ subject, problem: `its group ${hex(groupId)} does not exist` });
    else if (group.members.some((member) => member.equals(to))) {
      found.push({ subject, problem: "it invites a member" });
    }
  }
  return found;
}

async function checkChildren(
  kind: "expense" | "settlement",
  children: AsyncIterable<Child>,
  known: Known,
): Promise<Violation[]> {
  const found: Violation[] = [];
  for await (const { _id, eventId, groupId } of children) {
    const subject = `${kind} ${hex(_id)}`;
    const group = known.events.get(hex(eventId));
    if (group === undefined) found.push({ subject, problem: `its event ${hex(eventId)} does not exist` });
    else if (group !== hex(groupId)) found.push({ subject, problem: "its group is not that of its event" });
  }
  return found;
}
