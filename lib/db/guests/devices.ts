import "server-only";
import { randomInt } from "node:crypto";
import { ObjectId } from "mongodb";
import { CAPS } from "@/lib/core/limits";
import { AppError, notFound, orNotFound } from "@/lib/errors";
import { beginSession } from "../account/sessions";
import { withTransaction } from "../client";
import { collections, type GroupDoc } from "../collections";
import { lockGroup } from "../groups";
import { keepWaiting, requireLinkDoc } from "../links";
import { requireGuest, type Device } from "./sessions";

// A second device of a guest, which a member confirms (docs/rules.md#guests). Until then, its cookie names a session
// that does not exist.

/** A device that waits, and the guest. */
export type WaitingDevice = NonNullable<GroupDoc["waiting"]>[number];

const HOUR = 60 * 60 * 1_000;

/** The group's devices that still wait: for an hour, and for guests who are in the group. */
export const waitingIn = ({ waiting = [], members }: GroupDoc): WaitingDevice[] =>
  waiting.filter(
    ({ at, guest }) => at.getTime() > Date.now() - HOUR && members.some((member) => member.equals(guest)),
  );

/**
 * Asks the group's members to let a device take part as a guest, with a link's secret. Does not use up the link.
 * @param before the id in the device's cookie: it asks no longer for what it asked before
 * @throws AppError "not-found" if the link cannot be used, or is for another guest; "conflict" if too many devices wait
 */
export async function askAsGuest(
  token: string,
  guestId: ObjectId,
  device: Pick<Device, "name">,
  before: ObjectId | undefined,
): Promise<WaitingDevice & { groupId: ObjectId }> {
  const { _id: link, groupId, createdBy: invitedBy, guest: only } = await requireLinkDoc(token);
  if (!groupId) throw notFound();
  return withTransaction(async (session) => {
    const { groups } = await collections();
    const group = await lockGroup(invitedBy, groupId, session);
    await requireGuest(group, guestId, session, only);
    const others = waitingIn(group).filter(({ _id }) => !before?.equals(_id));
    if (others.length >= CAPS.devicesWaiting) {
      throw new AppError(
        "conflict",
        "Too many devices are waiting already. A member has to answer them first.",
      );
    }
    const code = String(randomInt(1_000, 10_000));
    const asks = {
      _id: new ObjectId(),
      guest: guestId,
      link,
      code,
      device: device.name,
      invitedBy,
      at: new Date(),
    };
    await groups.updateOne({ _id: groupId }, { $set: { waiting: [...others, asks] } }, { session });
    return { ...asks, groupId };
  });
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
