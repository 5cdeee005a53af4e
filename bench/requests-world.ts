import { ObjectId } from "mongodb";
import type { OperationName } from "@/lib/contract/operations";
import { collections } from "@/lib/db/collections";
import type { WorldWithPast as World } from "@/testing/api/world";
import { OPERATIONS, type OperationRequest, ROLES, type Role, statusFor } from "@/testing/operations";

// The screens and calls that bench/requests.ts measures.

const groupPath = ({ ids }: World) => `/groups/${ids.group}`;
const eventPath = (world: World) => `${groupPath(world)}/events/${world.ids.event}`;

/** Screens of the group's creator. */
export const SCREENS: readonly [string, (world: World) => string][] = [
  ["/friends", () => "/friends"],
  ["/friends/{friendId}", ({ people }) => `/friends/${people.member.id}`],
  ["/add-friend", () => "/add-friend"],
  ["/add", () => "/add"],
  ["/requests", () => "/requests"],
  ["/activity", () => "/activity"],
  ["/account", () => "/account"],
  ["/groups", () => "/groups"],
  ["/groups/deleted", () => "/groups/deleted"],
  ["/create-group", () => "/create-group"],
  ["/create-event", () => "/create-event"],
  ["/groups/{groupId}", groupPath],
  ["/groups/{groupId}/edit", (world) => `${groupPath(world)}/edit`],
  ["/groups/{groupId}/invite", (world) => `${groupPath(world)}/invite`],
  ["/groups/{groupId}/activity", (world) => `${groupPath(world)}/activity`],
  ["/search", () => "/search?q=car"],
  ["/groups/{groupId}/deleted", (world) => `${groupPath(world)}/deleted`],
  ["/groups/{groupId}/add-event", (world) => `${groupPath(world)}/add-event`],
  ["/groups/{groupId}/spending", (world) => `${groupPath(world)}/spending`],
  ["/groups/{groupId}/report", (world) => `${groupPath(world)}/report`],
  ["/groups/{groupId}/plan", ({ ids }) => `/groups/${ids.otherGroup}/plan`],
  ["…/events/{eventId}", eventPath],
  ["…/events/{eventId}/table", (world) => `${eventPath(world)}/table`],
  ["…/events/{eventId}/statement", (world) => `${eventPath(world)}/statement`],
  ["…/record-payment", (world) => `${eventPath(world)}/record-payment`],
  ["…/events/{eventId}/edit", (world) => `${eventPath(world)}/edit`],
  ["…/events/{eventId}/activity", (world) => `${eventPath(world)}/activity`],
  ["…/add-expense", (world) => `${eventPath(world)}/add-expense`],
  ["…/expenses/{expenseId}", (world) => `${eventPath(world)}/expenses/${world.ids.expense}`],
  ["…/edit-expense/{expenseId}", (world) => `${eventPath(world)}/edit-expense/${world.ids.expense}`],
  ["…/why/{settlementId}", (world) => `${eventPath(world)}/why/${world.ids.settlement}`],
];

/** Who makes a call: the first who may. */
export const roleFor = (name: OperationName): Exclude<Role, "anonymous"> =>
  (ROLES.find((role) => statusFor(name, role) < 300) ?? "stranger") as "stranger";

/** The request by that person, who has the guest's link where it takes one. */
export async function requestFor(world: World, name: OperationName): Promise<OperationRequest> {
  const role = roleFor(name);
  const request = OPERATIONS[name].request(world, role);
  if (name === "claimGuest") return { ...request, body: { token: world.guestToken } };
  if (name === "claimPreview") return { ...request, query: { token: world.guestToken } };
  if (name === "declineClaim") {
    const { sessions } = await collections();
    const claims = new ObjectId(world.ids.guest);
    await sessions.updateMany({ user: world.people[role]._id }, { $set: { claims } });
  }
  return request;
}
