import type { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { aGroup, aGuest, anEvent, aPerson } from "@/testing/people";

/**
 * A group, two events, another group of its first three members with a third event, and everybody who ever was in it. The first is its creator; the fourth is a guest at first.
 * Someone who has claimed a guest stands in the guest's place, also if they stand in another one.
 */
export type Scene = { people: Viewer[]; groupId: ObjectId; events: ObjectId[]; elsewhere: ObjectId };

export async function aScene(): Promise<Scene> {
  const members = (await Promise.all(["Ana", "Ben", "Cleo"].map(aPerson))) as [Viewer, ...Viewer[]];
  const groupId = await aGroup("Ledger", members);
  const people: Scene["people"] = [...members, await aGuest(members[0], groupId, "Dan")];
  const all = people as [Viewer, ...Viewer[]];
  return {
    people,
    groupId,
    elsewhere: await anEvent(await aGroup("Elsewhere", members), "Third", members),
    events: [await anEvent(groupId, "First", all), await anEvent(groupId, "Second", all)],
  };
}

/** Everybody once. */
export const peopleOf = ({ people }: Scene): Viewer[] => [
  ...new Map(people.map((one) => [one.id, one])).values(),
];
