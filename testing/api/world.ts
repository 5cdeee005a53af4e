import { unsubscribeToken } from "@/lib/auth/unsubscribe";
import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { centsToDollars } from "@/lib/core/money/money";
import { block } from "@/lib/db/friends/blocks";
import { collections } from "@/lib/db/collections";
import { beginSession } from "@/lib/db/account/sessions";
import { addPushDevice } from "@/lib/db/notices/push";
import { createToken } from "@/lib/db/account/tokens";
import { daysAgo } from "@/lib/core/text/dates";
import { addComment } from "@/lib/db/activity/comments";
import { closeEvent } from "@/lib/db/events/close";
import { deleteEvent } from "@/lib/db/events/delete";
import { createExpense, deleteExpense } from "@/lib/db/expenses";
import { requestFriendship } from "@/lib/db/requests/friend";
import { invite } from "@/lib/db/requests/group";
import { askAsGuest } from "@/lib/db/guests/devices";
import { claimGuest } from "@/lib/db/guests/claims";
import { createLink, revokeLink } from "@/lib/db/links";
import { createSharedLink } from "@/lib/db/links/shared";
import { removeMember } from "@/lib/db/groups";
import { deleteGroup } from "@/lib/db/groups/deleted";
import { listOpenBetween, settleUp } from "@/lib/db/settlements/settle-up";
import { applyPlan } from "@/lib/db/plans";
import { aSubscription, type OperationWorld, type Role } from "@/testing/operations";
import {
  aChain,
  aGroup,
  aGuest,
  anEvent,
  anImport,
  aNotice,
  aPerson,
  aSeries,
  befriend,
} from "@/testing/people";

export { ICON } from "@/testing/operations";

export type World = Awaited<ReturnType<typeof buildWorld>>;
export type WorldWithPast = Awaited<ReturnType<typeof buildWorldWithPast>>;

/** Words that only members may read, and that no error may repeat. */
export const SECRETS = ["Hideout", "Heist", "Getaway car", "Mastermind", "Safecracker", "example.test"];

/** A group with people in every relation to it, an event, an expense of the creator, and its settlement. */
export async function buildWorld() {
  const creator = await aPerson("Mastermind");
  const member = await aPerson("Safecracker");
  const exMember = await aPerson("Former");
  const invited = await aPerson("Invited");
  const stranger = await aPerson("Stranger");
  const bystander = await aPerson("Bystander");
  const friendOfAll = await aPerson("Friendly");
  const leaver = await aPerson("Leaver");
  const nuisance = await aPerson("Nuisance");
  for (const one of [member, exMember, invited]) await befriend(creator, one);
  for (const one of [creator, member, exMember, invited, stranger]) await befriend(one, friendOfAll);
  const groupId = await aGroup("Hideout", [creator, member, exMember, leaver]);
  await removeMember(creator._id, groupId, exMember._id);
  await block(member._id, nuisance._id);
  const invitation = await invite(creator._id, groupId, invited._id);
  const request = await requestFriendship(bystander._id, member._id);
  const eventId = await anEvent(groupId, "Heist", [creator, member]);
  const { _id: expenseId } = await createExpense({
    _id: new ObjectId(),
    eventId,
    recorder: creator._id,
    description: "Getaway car",
    cents: 10_001,
    splitWith: [creator._id, member._id],
  });
  const { link, token } = await createLink(creator._id, groupId);
  const own = await createLink(creator._id, null);
  const shared = await createSharedLink(creator._id, eventId, null);
  const { settlements } = await collections();
  const settlement = await settlements.findOne({ eventId });
  const importId = await anImport(creator, groupId, eventId);
  const people: Record<Exclude<Role, "anonymous">, Viewer> = { stranger, invited, exMember, member, creator };
  return {
    people,
    bystander,
    friendOfAll,
    leaver,
    /** Blocked by the member. */
    nuisance,
    /** The secret of the creator's link to the group. */
    token,
    mailToken: unsubscribeToken(creator.id),
    ids: {
      link: link._id.toHexString(),
      ownLink: own.link._id.toHexString(),
      sharedLink: shared.link._id.toHexString(),
      group: groupId.toHexString(),
      event: eventId.toHexString(),
      expense: expenseId.toHexString(),
      settlement: settlement!._id.toHexString(),
      invitation: invitation._id.toHexString(),
      request: request._id.toHexString(),
      import: importId.toHexString(),
      notice: (await aNotice(creator, groupId)).toHexString(),
    },
    /** What the member owes the creator, in dollars. */
    owed: centsToDollars(Math.abs(settlement!.net)),
  };
}

/**
 * The same world with items that the creator deleted or closed, a batch settled with the leaver, a comment, and plans, in separate
 * groups; and with guests.
 */
export async function buildWorldWithPast() {
  const world = await buildWorld();
  const { leaver, people } = world;
  const { creator, member } = people;
  const target = await anEvent(new ObjectId(world.ids.group), "Heist", [creator]);
  const groupId = await aGroup("Hideout", [creator, member, leaver]);
  const eventId = await anEvent(groupId, "Heist", [creator, leaver]);
  const expense = { eventId, recorder: creator._id, description: "Getaway car", cents: 500 };
  const deletedExpense = new ObjectId();
  await createExpense({ ...expense, _id: deletedExpense, splitWith: [creator._id] });
  await deleteExpense(creator._id, deletedExpense);
  const deletedEvent = await anEvent(groupId, "Heist", [creator]);
  await deleteEvent(creator._id, deletedEvent);
  const closed = await anEvent(groupId, "Heist", [creator]);
  await closeEvent(creator._id, closed);
  const deletedGroup = await aGroup("Hideout", [creator]);
  await deleteGroup(creator._id, deletedGroup);
  await createExpense({ ...expense, _id: new ObjectId(), splitWith: [leaver._id] });
  const open = await listOpenBetween(creator._id, leaver._id);
  const shown = open.map(({ _id, net }) => ({ _id, cents: Math.abs(net) }));
  const batch = await settleUp(creator._id, leaver._id, shown, { method: "cash", note: "Heist" });
  const { comment } = await addComment(creator._id, new ObjectId(world.ids.expense), "Heist by Mastermind");
  const chained = await anEvent(groupId, "Heist", [creator]);
  await aChain(chained, [member, leaver, creator]);
  const circle = await anEvent(groupId, "Heist", [creator]);
  await aChain(circle, [creator, leaver, member, creator]);
  const { _id: plan } = await applyPlan(creator._id, { of: "event", id: circle }, []);
  const planned = await aGroup("Hideout", [creator, member, leaver]);
  await aChain(await anEvent(planned, "Heist", [creator]), [creator, leaver, member, creator]);
  const { _id: groupPlan } = await applyPlan(creator._id, { of: "group", id: planned }, []);
  const session = await beginSession(creator._id, "Mastermind's phone", daysAgo(-1));
  const { stored: apiToken } = await createToken(creator._id, {
    name: "Mastermind's script",
    scope: "write",
    groupId: null,
    days: 90,
  });
  const pushDevice = await addPushDevice({
    userId: creator._id,
    sessionId: session,
    device: "Mastermind's phone",
    ...aSubscription("mastermind"),
  });
  const series = await aSeries(creator, new ObjectId(world.ids.event), "Getaway car");
  const past = {
    target,
    series,
    session,
    pushDevice,
    apiToken: apiToken._id,
    deletedExpense,
    deletedEvent,
    deletedGroup,
    closed,
    batch: batch._id,
    otherGroup: groupId,
    chained,
    circle,
    plan,
    planned,
    groupPlan,
    comment: comment._id,
  };
  const ids = Object.fromEntries(Object.entries(past).map(([name, id]) => [name, id.toHexString()]));
  const { ids: links, ...guests } = await addGuestsAndLinks(world);
  const payment = { from: member.id, to: creator.id, amount: 10 };
  return {
    ...world,
    ...guests,
    shareable: world.ids.settlement,
    plans: { event: payment, group: payment },
    ids: { ...world.ids, ...(ids as Record<keyof typeof past, string>), ...links },
  } satisfies OperationWorld;
}

/** People with and without an account, by their relation to the group's guests and links. */
async function addGuestsAndLinks({ people: { creator }, friendOfAll, ids }: World) {
  const [groupId, event] = [new ObjectId(ids.group), new ObjectId(ids.event)];
  const [guest, removedGuest] = [
    await aGuest(creator, groupId, "Nina"),
    await aGuest(creator, groupId, "Rob"),
  ];
  await removeMember(creator._id, groupId, removedGuest._id);
  const revoked = await createLink(creator._id, groupId);
  await revokeLink(creator._id, groupId, revoked.link._id);
  // Removing someone has ended the links from before.
  const { link, token } = await createLink(creator._id, groupId);
  const shared = await createSharedLink(creator._id, event, null);
  const [revokedLink, claimedGuest] = [await aPerson("Holder"), await aPerson("Claimant")];
  for (const one of [revokedLink, claimedGuest]) await befriend(one, friendOfAll);
  const { _id: former } = await aGuest(creator, groupId, "Paula");
  const own = await createLink(creator._id, groupId, former);
  await claimGuest({ actor: claimedGuest._id, sessionId: former, guestId: former, token: own.token });
  const { token: guestToken } = await createLink(creator._id, groupId, guest._id);
  const waiting = await askAsGuest(token, guest._id, { name: "Getaway phone", address: "" });
  return {
    guests: { guest, removedGuest, claimedGuest, revokedLink },
    token,
    guestToken,
    revokedToken: revoked.token,
    ids: {
      guest: guest.id,
      waiting: waiting._id.toHexString(),
      link: link._id.toHexString(),
      sharedLink: shared.link._id.toHexString(),
    },
  };
}
