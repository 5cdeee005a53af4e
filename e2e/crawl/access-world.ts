import { ObjectId } from "mongodb";
import { collections } from "@/lib/db/collections";
import { createExpense } from "@/lib/db/expenses";
import { makeNotices } from "@/lib/db/notices/outbox";
import { buildWorldWithPast, SECRETS } from "@/testing/api/world";
import type { Role } from "@/testing/operations";
import { aGroup, aGuest, anEvent, aSeries } from "@/testing/people";
import { cookieOf } from "@/testing/served-world";
import { Person } from "../support/person";

/** The group's title since the former member has left, and that of a deleted group of the creator. */
const [TITLE, DELETED] = ["Zqtitle", "Zqdeleted"];
/** What happened in the group. */
const INSIDE = ["Heist", "Getaway car", DELETED];
/** Everybody sees their own address. */
const ALL = [...SECRETS.filter((secret) => secret !== "example.test"), TITLE, DELETED];

/** What each must not find in any response. An invitation shows the title, and who sent it. */
export const FORBIDDEN: Record<Role | "guest", readonly string[]> = {
  anonymous: [...ALL, "example.test"],
  stranger: ALL,
  invited: INSIDE,
  exMember: [...INSIDE, TITLE],
  member: [DELETED],
  creator: [],
  // Of another group of the same creator.
  guest: [...ALL.filter((secret) => secret !== "Mastermind"), "example.test"],
};

export type AccessWorld = Awaited<ReturnType<typeof buildAccessWorld>>;

/** The world of testing/operations.ts, with a session for everyone, and a guest of another group. */
export async function buildAccessWorld(url: () => string) {
  const world = await buildWorldWithPast();
  const { groups, settlements } = await collections();
  await groups.updateOne({ _id: new ObjectId(world.ids.group) }, { $set: { title: TITLE } });
  await groups.updateOne({ _id: new ObjectId(world.ids.deletedGroup) }, { $set: { title: DELETED } });
  const { creator } = world.people;
  const groupId = await aGroup("Trip", [creator, world.friendOfAll]);
  const visitor = await aGuest(creator, groupId, "Visitor");
  const eventId = await anEvent(groupId, "Day", [creator, visitor]);
  const expense = { _id: new ObjectId(), description: "Bread", cents: 400 };
  await createExpense({ ...expense, eventId, recorder: creator._id, splitWith: [visitor._id] });
  const settlement = (await settlements.findOne({ eventId }))!;
  // Otherwise, the server would make them at any moment.
  while (await makeNotices(new Date()));
  const series = await aSeries(creator, eventId, "Butter");
  const place = { group: groupId, event: eventId, expense: expense._id, settlement: settlement._id, series };
  const hex = Object.entries(place).map(([name, id]) => [name, id.toHexString()]);
  const sessions: Record<Role | "guest", Person> = {
    anonymous: new Person(url, ""),
    guest: new Person(url, "", await cookieOf(visitor)),
  } as Record<Role | "guest", Person>;
  for (const [role, person] of Object.entries(world.people) as [Role, typeof creator][])
    sessions[role] = new Person(url, person.email, await cookieOf(person));
  return { ...world, sessions, guestPlace: Object.fromEntries(hex) as Record<keyof typeof place, string> };
}
