import "server-only";
import { randomInt } from "node:crypto";
import { ObjectId, type ClientSession } from "mongodb";
import { CAPS } from "@/lib/core/limits";
import { fold } from "@/lib/core/search";
import { notFound, orNotFound } from "@/lib/errors";
import { beginSession } from "../account/sessions";
import { collections, type GroupDoc, type UserDoc, withTransaction } from "../collections";
import { listConcerned } from "../events/unsettled";
import { lockGroup } from "../groups";
import { hashOf } from "../hash";
import { includesId } from "../ids";
import { keepWaiting, requireLinkDoc } from "../links";
import { findSharedLink } from "../links/shared";
import { findAll } from "../page";
import { requireGuest, type Device } from "./sessions";

// A second device of a guest, which a member confirms (docs/rules.md#guests). Until then, its cookie names a session
// that does not exist.

/** A device that waits, and the guest. */
export type WaitingDevice = NonNullable<GroupDoc["waiting"]>[number];

const HOUR = 60 * 60 * 1_000;

/** The group's devices that still wait: for an hour, and for guests who are in the group. */
export const waitingIn = ({ waiting = [], members }: GroupDoc): WaitingDevice[] =>
  waiting.filter(({ at, guest }) => at.getTime() > Date.now() - HOUR && includesId(members, guest));

/**
 * Asks the group's members to let a device take part as a guest, with the secret of an invite link, which is not used
 * up, or of a link to a statement that has the guest.
 * @param who the guest, or their name, because a statement names people and tells no ids
 * @param device what to call it, its address, and the id in its cookie: it asks no longer for what it asked before
 * @throws AppError "not-found" if the link cannot be used, or is not for this guest
 */
export async function askAsGuest(
  token: string,
  who: ObjectId | string,
  { name, address, before }: Pick<Device, "name"> & { address: string; before?: ObjectId | undefined },
): Promise<WaitingDevice & { groupId: ObjectId }> {
  const shared = await findSharedLink(token);
  const link = shared?.shows.kind === "statement" ? shared : await requireLinkDoc(token);
  const { groupId, createdBy: invitedBy, shows } = link;
  if (!groupId) throw notFound();
  return withTransaction(async (session) => {
    const { events, groups } = await collections();
    const group = await lockGroup(invitedBy, groupId, session);
    const event = shows && (await events.findOne({ _id: shows.eventId, deletedAt: null }, { session }));
    const guest = await findGuest(group, who, session);
    const isNamed =
      event &&
      (includesId(event.participants, guest._id) ||
        includesId(await listConcerned(event, session), guest._id));
    if (shows ? !isNamed : link.guest && !link.guest.equals(guest._id)) throw notFound();
    const asks = {
      _id: new ObjectId(),
      guest: guest._id,
      link: link._id,
      invitedBy,
      device: name,
      at: new Date(),
      code: String(randomInt(1_000, 10_000)),
      from: hashOf(`${groupId.toHexString()}:${address}`),
    };
    const others = waitingIn(group).filter(({ _id }) => !before?.equals(_id));
    await groups.updateOne(
      { _id: groupId },
      { $set: { waiting: withinCap([...others, asks]) } },
      { session },
    );
    return { ...asks, groupId };
  });
}

/**
 * If too many devices wait, without the oldest of the address with the most, so that nobody can fill all places, or end
 * what somebody else asks, from few addresses.
 */
function withinCap(waiting: WaitingDevice[]): WaitingDevice[] {
  if (waiting.length <= CAPS.devicesWaiting) return waiting;
  const count = ({ from }: WaitingDevice) => waiting.filter((one) => one.from === from).length;
  const most = Math.max(...waiting.map(count));
  const oldest = waiting.findIndex((one) => count(one) === most);
  return waiting.toSpliced(oldest, 1);
}

/** A guest of the group by id, or by name, which no two of them share. @throws AppError "not-found" */
async function findGuest(group: GroupDoc, who: ObjectId | string, session: ClientSession): Promise<UserDoc> {
  if (typeof who !== "string") return requireGuest(group, who, session);
  const { users } = await collections();
  const guests = { _id: { $in: group.members }, guest: group._id, deletedAt: null };
  const found = await findAll(users, guests, { session });
  return orNotFound(found.find(({ name }) => fold(name) === fold(who)));
}

/**
 * A member answers a device that waits: its session begins, beside the guest's others, or it is refused.
 * @param expiresAt when the session ends if it is not used; null: it is refused
 * @throws AppError "not-found", also if it waits no longer
 */
export async function answerDevice(
  actor: ObjectId,
  groupId: ObjectId,
  id: ObjectId,
  expiresAt: Date | null,
): Promise<void> {
  await withTransaction(async (session) => {
    const group = await lockGroup(actor, groupId, session);
    const device = orNotFound(waitingIn(group).find(({ _id }) => _id.equals(id)));
    await keepWaiting(group, ({ _id }) => !_id.equals(id), session);
    if (!expiresAt) return;
    const { guest, invitedBy } = device;
    await requireGuest(group, guest, session);
    await beginSession(guest, device.device, expiresAt, new Date(), { _id: id, invitedBy, session });
  });
}
