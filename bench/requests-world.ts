import { ObjectId } from "mongodb";
import type { OperationName } from "@/lib/contract/operations";
import { collections } from "@/lib/db/collections";
import type { WorldWithPast as World } from "@/testing/api/world";
import { screenPath, SCREENS } from "@/testing/screens";
import { OPERATIONS, type OperationRequest, ROLES, type Role, statusFor } from "@/testing/operations";

// The screens and calls that bench/requests.ts measures.

/** Screens of the group's creator, each with its path. */
export const screensOf = ({ ids, people }: World): [string, string][] =>
  Object.keys(SCREENS).map((screen) => {
    // This group has no plan.
    const group = screen.endsWith("/plan") ? ids.otherGroup : ids.group;
    return [screen, screenPath(screen, { ...ids, group, friend: people.member.id })];
  });

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
