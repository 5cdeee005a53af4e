import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import type { SentFriendRequest, GroupRequest } from "@/lib/contract/requests";
import { groupIconUrl } from "@/lib/core/groups";
import type { Actor } from "./actor";

// Test data created through the API: friends, groups, events, expenses.

/** Makes the two friends. */
export async function befriend(a: Actor, b: Actor): Promise<void> {
  const { _id } = await a.post<SentFriendRequest>("/api/users/friends/request", { to: b.id, from: a.id });
  await b.put(`/api/users/friends/requests/${_id}/accept`);
}

/** A group of the first person. The others, at least one, become friends and accept the invitation. */
export async function groupOf(
  creator: Actor,
  others: readonly Actor[],
  title = "Test group",
): Promise<Group> {
  for (const other of others) await befriend(creator, other);
  const { _id } = await creator.post<Group>("/api/groups", {
    title,
    icon: groupIconUrl("bee"),
    members: others.map(({ id }) => id),
    fromUserId: creator.id,
  });
  for (const other of others) {
    const requests = await other.get<GroupRequest[]>("/api/groups/requests");
    const request = requests.find(({ groupId }) => groupId._id === _id);
    await other.put(`/api/groups/requests/${request?._id}/accept`);
  }
  return creator.get<Group>(`/api/groups/${_id}`);
}

/** An event in which the whole group takes part. */
export function eventIn(group: Group, creator: Actor, title = "Dinner", date = "2026-03-14"): Promise<Event> {
  return creator.post<Event>("/api/events", {
    title,
    date,
    participants: group.members.map(({ _id }) => _id),
    createdBy: creator.id,
    groupId: group._id,
  });
}

/**
 * An expense, split among everyone at the event by default.
 * @param amount dollars
 * @param splitWith ids
 */
export function expenseIn(
  event: Event,
  payer: Actor,
  description: string,
  amount: number,
  splitWith: readonly string[] = event.participants.map(({ _id }) => _id),
): Promise<Expense> {
  return payer.post<Expense>("/api/expenses", {
    eventId: event._id,
    paidBy: payer.id,
    description,
    amount,
    splitWith,
  });
}

export const groupUrl = (group: Pick<Group, "_id">) => `/groups/${group._id}`;
export const eventUrl = (event: Event) => `/groups/${event.groupId}/events/${event._id}`;
