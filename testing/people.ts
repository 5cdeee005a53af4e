import { ObjectId } from "mongodb";
import { collections } from "@/lib/db/collections";
import { acceptFriendship, requestFriendship } from "@/lib/db/requests/friend";
import { createEvent } from "@/lib/db/events";
import { createExpense } from "@/lib/db/expenses";
import { createImport } from "@/lib/db/imports";
import { createGroup } from "@/lib/db/groups";
import { addGuest } from "@/lib/db/guests";
import { groupIconUrl, GROUP_ICONS } from "@/lib/core/groups";
import { dayOf } from "@/lib/core/text/dates";
import { findOrCreateUser } from "@/lib/db/people";
import type { Viewer } from "@/lib/server/access";

/** Creates a user, and returns them like a session does. */
export async function aPerson(name: string): Promise<Viewer> {
  const email = `${name.toLowerCase().replace(/\W+/g, ".")}.${new ObjectId().toHexString()}@example.test`;
  const user = await findOrCreateUser({ email, name, image: null });
  return { _id: user._id, id: user._id.toHexString(), name, email, picture: "" };
}

/** Adds a guest to the member's group, and returns them like a session does. */
export async function aGuest(member: Viewer, groupId: ObjectId, name: string): Promise<Viewer> {
  const { _id } = await addGuest(member._id, groupId, name);
  return { _id, id: _id.toHexString(), name, email: "", picture: "", guest: groupId.toHexString() };
}

/** Makes two people friends. */
export async function befriend(a: Viewer, b: Viewer): Promise<void> {
  const { _id } = await requestFriendship(a._id, b._id);
  await acceptFriendship(b._id, _id);
}

/** Creates a group of these people, friends or not. The first is its creator; the others are members in this order. */
export async function aGroup(title: string, [creator, ...others]: [Viewer, ...Viewer[]]): Promise<ObjectId> {
  const { groups } = await collections();
  const { _id } = await createGroup({
    _id: new ObjectId(),
    title,
    icon: groupIconUrl(GROUP_ICONS[0]),
    creator: creator._id,
    invite: [],
  });
  await groups.updateOne({ _id }, { $push: { members: { $each: others.map((one) => one._id) } } });
  return _id;
}

/** Creates an event of the group with these participants. The first creates it. */
export async function anEvent(
  groupId: ObjectId,
  title: string,
  [creator, ...others]: [Viewer, ...Viewer[]],
  date = new Date("2026-03-14T00:00:00.000Z"),
): Promise<ObjectId> {
  const { _id } = await createEvent({
    _id: new ObjectId(),
    groupId,
    title,
    date,
    participants: [creator, ...others].map(({ _id }) => _id),
    creator: creator._id,
  });
  return _id;
}

/** Three people in a group with an event. */
export async function aTrio(
  names: readonly [string, string, string],
  group: string,
  event: string,
): Promise<{ people: [Viewer, Viewer, Viewer]; groupId: ObjectId; eventId: ObjectId }> {
  const people = (await Promise.all(names.map(aPerson))) as [Viewer, Viewer, Viewer];
  const groupId = await aGroup(group, people);
  return { people, groupId, eventId: await anEvent(groupId, event, people) };
}

/** Begins an import into an event by a member, who is the only person of the file. */
export async function anImport(member: Viewer, groupId: ObjectId, eventId: ObjectId): Promise<ObjectId> {
  const { _id } = await createImport({
    _id: new ObjectId(),
    groupId,
    creator: member._id,
    source: "splitwise",
    total: 1,
    people: [{ name: member.name, user: member._id }],
    into: { kind: "event", eventId },
  });
  return _id;
}

/** Tells a person about a group something that it does not say any more. */
export async function aNotice(person: Viewer, groupId: ObjectId): Promise<ObjectId> {
  const { notices } = await collections();
  const [_id, at] = [new ObjectId(), new Date()];
  await notices.insertOne({
    _id,
    userId: person._id,
    kind: "comment",
    key: `comment:${_id.toHexString()}`,
    groupId,
    eventId: null,
    activities: [],
    at,
    read: false,
    openUntil: at,
  });
  return _id;
}

/** Adds an expense of a member alone, today, that repeats every month. @returns the series */
export async function aSeries(member: Viewer, eventId: ObjectId, description: string): Promise<ObjectId> {
  const { series } = await createExpense({
    _id: new ObjectId(),
    eventId,
    recorder: member._id,
    description,
    cents: 500,
    splitWith: [member._id],
    day: dayOf(new Date()),
    repeats: { every: "month", timeZone: "UTC" },
  });
  return series!;
}

/** Makes each person of the list owe the next one, through expenses of an event. A plan needs one payment for them. */
export async function aChain(eventId: ObjectId, people: readonly Viewer[], cents = 1_000): Promise<void> {
  for (const [index, debtor] of people.slice(0, -1).entries()) {
    await createExpense({
      _id: new ObjectId(),
      eventId,
      recorder: people[index + 1]!._id,
      description: "Something",
      cents,
      splitWith: [debtor._id],
    });
  }
}
