import { ObjectId } from "mongodb";
import { collections } from "@/lib/db/collections";
import { acceptFriendship, requestFriendship } from "@/lib/db/friendships";
import { acceptInvitation } from "@/lib/db/group-requests";
import { createEvent } from "@/lib/db/events";
import { createGroup } from "@/lib/db/groups";
import { groupIconUrl, GROUP_ICONS } from "@/lib/core/group-icons";
import { findOrCreateUser } from "@/lib/db/users";
import type { Viewer } from "@/lib/access";

/** A user of the database, as the session would carry them. */
export async function aPerson(name: string): Promise<Viewer> {
  const email = `${name.toLowerCase().replace(/\W+/g, ".")}.${new ObjectId().toHexString()}@example.test`;
  const user = await findOrCreateUser({ email, name, image: null });
  return { _id: user._id, id: user._id.toHexString(), name, email, picture: "" };
}

/** Makes two people friends. */
export async function befriend(a: Viewer, b: Viewer): Promise<void> {
  const { _id } = await requestFriendship(a._id, b._id);
  await acceptFriendship(_id, b._id);
}

/** A group of these people; the first is its creator, the others have accepted. */
export async function aGroup(title: string, [creator, ...others]: [Viewer, ...Viewer[]]): Promise<ObjectId> {
  const { groupRequests } = await collections();
  const groupId = await createGroup({
    _id: new ObjectId(),
    title,
    icon: groupIconUrl(GROUP_ICONS[0]),
    creator: creator._id,
    invite: others.map(({ _id }) => _id),
  });
  const invitations = await groupRequests.find({ groupId }).toArray();
  for (const { _id, to } of invitations) await acceptInvitation(_id, to);
  return groupId;
}

/** An event of the group in which these people take part; the first creates it. */
export async function anEvent(
  groupId: ObjectId,
  title: string,
  [creator, ...others]: [Viewer, ...Viewer[]],
): Promise<ObjectId> {
  return createEvent({
    _id: new ObjectId(),
    groupId,
    title,
    date: new Date("2026-03-14T00:00:00.000Z"),
    participants: [creator, ...others].map(({ _id }) => _id),
    creator: creator._id,
  });
}
