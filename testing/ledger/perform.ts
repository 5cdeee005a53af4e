import { ObjectId } from "mongodb";
import { planPayments } from "@/lib/core/plans";
import { dayOf, daysAgo } from "@/lib/core/text/dates";
import { claimGuest } from "@/lib/db/guests/claims";
import { closeEvent, reopenEvent } from "@/lib/db/events/close";
import { collections, type ExpenseDoc } from "@/lib/db/collections";
import { deleteEvent } from "@/lib/db/events/delete";
import { restoreEvent, restoreExpense } from "@/lib/db/groups/deleted";
import { createExpense, deleteExpense, updateExpense } from "@/lib/db/expenses";
import { moveExpense } from "@/lib/db/expenses/move";
import { removeMember } from "@/lib/db/groups";
import { joinAsGuest } from "@/lib/db/guests/sessions";
import { createLink, joinByLink } from "@/lib/db/links";
import { pauseSeries, resumeSeries, skipOccurrence, stopSeries, updateSeries } from "@/lib/db/series/change";
import { makeDueOccurrences } from "@/lib/db/series/make";
import { applyPlan, listReplaceable, undoPlan, type PlanScope } from "@/lib/db/plans";
import { recordPayment } from "@/lib/db/settlements/record";
import { beginSession } from "@/lib/db/account/sessions";
import { listOpenBetween, settleUp, undoSettleUp } from "@/lib/db/settlements/settle-up";
import { settle, unsettle } from "@/lib/db/settlements";
import type { Viewer } from "@/lib/server/access";
import { AppError } from "@/lib/errors";
import { payersFrom, splitFrom } from "@/testing/entered-money";
import { aGroup, aGuest, anEvent, aPerson } from "@/testing/people";
import { peopleOf, type Scene } from "./scene";
import type { Money, Step } from "./steps";

/** The most places in a scene, so that checking it stays fast. */
const MAX_PLACES = 8;

const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

/**
 * Takes a step. One that an earlier step made impossible is refused, and changes nothing.
 * @returns whether it was taken
 */
export async function perform(scene: Scene, step: Step): Promise<boolean> {
  try {
    return (await take(scene, step)) !== null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}

/** @returns null if there is nothing to take the step with */
async function take(scene: Scene, step: Step): Promise<unknown> {
  const { groupId, events } = scene;
  const [creator] = scene.people as [Viewer];
  const person = (index: number) => pick(scene.people, index)!;
  const event = "event" in step ? events[step.event]! : events[0]!;
  const actor = "who" in step ? person(step.who) : creator;
  switch (step.do) {
    case "add": {
      const _id = new ObjectId();
      const money = moneyOf(scene, step);
      return createExpense({ _id, eventId: event, recorder: actor._id, description: "Something", ...money });
    }
    case "repeat": {
      const money = { ...moneyOf(scene, step), description: "Again", day: dayOf(daysAgo(28)) };
      const repeats = { every: "week", timeZone: "UTC" } as const;
      return createExpense({ _id: new ObjectId(), eventId: event, recorder: actor._id, ...money, repeats });
    }
    case "edit-later": {
      const found = await aSeries(scene, step.which);
      const change = { description: "Changed again", ...moneyOf(scene, step) };
      const from = { from: Math.max(1, (found?.made ?? 1) - 1), rev: undefined };
      return found && done(updateSeries(found.createdBy, found._id, change, from));
    }
    case "pause":
    case "resume":
    case "skip":
    case "stop": {
      const found = await aSeries(scene, step.which);
      if (!found) return null;
      const { createdBy, _id } = found;
      if (step.do === "resume") return done(resumeSeries(createdBy, _id, daysAgo(14)));
      const change = { pause: pauseSeries, skip: skipOccurrence, stop: stopSeries };
      return done(change[step.do](createdBy, _id));
    }
    case "weeks-pass": {
      const { series } = await collections();
      // Those of other scenes have ended.
      await series.updateMany({ groupId: { $ne: groupId } }, { $set: { nextDay: null } });
      return done(makeDueOccurrences(daysAgo(28 - 7 * step.weeks)));
    }
    case "edit": {
      const found = await anExpense(scene, step.which, { deletedAt: null });
      const change = { description: "Changed", ...moneyOf(scene, step) };
      return found && updateExpense(found.createdBy, found._id, change, undefined);
    }
    case "delete": {
      const found = await anExpense(scene, step.which, { deletedAt: null });
      return found && done(deleteExpense(found.paidBy, found._id));
    }
    case "move": {
      const places = [...events, scene.elsewhere];
      const found = await anExpense(scene, step.which, {
        groupId: { $exists: true },
        eventId: { $in: places },
        deletedAt: null,
      });
      if (!found || found.eventId.equals(places[step.event]!)) return null;
      return moveExpense(found.createdBy, found._id, places[step.event]!, undefined);
    }
    case "restore": {
      const found = await anExpense(scene, step.which, { deletedBy: { $ne: null } });
      return found && done(restoreExpense(found.paidBy, found._id));
    }
    case "settle":
    case "unsettle":
    case "pay-part": {
      const { settlements } = await collections();
      const all = await settlements.find({ groupId, deletedAt: null }).sort({ _id: 1 }).toArray();
      const found = pick(all, step.which);
      if (!found) return null;
      if (step.do === "unsettle") return done(unsettle(creator._id, found._id));
      const cents = Math.abs(found.net);
      const part = step.do === "pay-part" ? Math.ceil((cents * step.percent) / 100) : undefined;
      return done(settle(creator._id, found._id, { seen: { cents }, part }));
    }
    case "record-payment": {
      const friend = person(step.friend)._id;
      const [from, to] = step.received ? [friend, actor._id] : [actor._id, friend];
      return recordPayment(actor._id, event, { from, to, cents: step.cents });
    }
    case "settle-up": {
      const friend = person(step.friend);
      if (friend.id === actor.id) return null;
      const open = await listOpenBetween(actor._id, friend._id);
      const shown = open.map(({ _id, net }) => ({ _id, cents: Math.abs(net) }));
      return settleUp(actor._id, friend._id, shown, { method: null, note: "" });
    }
    case "undo-settle-up": {
      const { settlements } = await collections();
      const batch = await settlements.findOne({ groupId, batchId: { $ne: null }, settled: true });
      if (!batch?.batchId) return null;
      return done(undoSettleUp(batch.users[0]!, batch.users[1]!, batch.batchId));
    }
    case "delete-event":
      return done(deleteEvent(creator._id, event));
    case "restore-event":
      return done(restoreEvent(creator._id, event));
    case "close":
      return done(closeEvent(actor._id, event));
    case "reopen":
      return done(reopenEvent(actor._id, event));
    case "apply-plan": {
      const scope: PlanScope = { of: step.of, id: step.of === "event" ? event : groupId };
      const { payments } = planPayments(await listReplaceable(scope));
      return done(applyPlan(actor._id, scope, payments));
    }
    case "undo-plan": {
      const { transfers } = await collections();
      const used = await transfers.find({ groupId, deletedAt: null }).sort({ _id: 1 }).toArray();
      const found = pick(used, step.which);
      if (!found) return null;
      const scope = { of: found.of, id: found.of === "event" ? found.eventId : groupId };
      return done(undoPlan(creator._id, scope, found.planId));
    }
    case "leave":
      return done(removeMember(actor.guest ? creator._id : actor._id, groupId, actor._id));
    default:
      return takeOfPeople(scene, step, actor);
  }
}

type StepOfPeople = Extract<Step, { do: "return" | "join" | "claim" | `${string}guest` }>;

/** A step in which someone comes into the group, or takes a guest's place. */
async function takeOfPeople(scene: Scene, step: StepOfPeople, actor: Viewer): Promise<unknown> {
  const { people, groupId } = scene;
  const isFull = people.length >= MAX_PLACES;
  // Refused by the contract (`guests`).
  if (actor.guest && step.do !== "add-guest") return null;
  switch (step.do) {
    case "return": {
      const friend = pick(people, step.friend)!;
      return friend.guest ? null : joinByLink(friend._id, await tokenFor(actor, groupId));
    }
    case "join": {
      if (isFull) return null;
      const token = await tokenFor(actor, groupId);
      const newcomer = await aPerson("Fay");
      await joinByLink(newcomer._id, token);
      return people.push(newcomer);
    }
    case "add-guest":
      return isFull ? null : people.push(await aGuest(actor, groupId, aName()));
    case "join-as-new-guest": {
      if (isFull) return null;
      const name = aName();
      const { guestId } = await joinAsGuest(await tokenFor(actor, groupId), { name }, aDevice());
      return people.push(asGuest(guestId, name, groupId));
    }
    case "join-as-guest": {
      const guest = pick(guestsOf(scene), step.which);
      return guest && joinAsGuest(await tokenFor(actor, groupId), { guestId: guest._id }, aDevice());
    }
    case "claim": {
      const guest = pick(guestsOf(scene), step.which);
      const claimant = step.by === "member" ? actor : await anOutsider(scene, step.by);
      return guest && !claimant.guest && claim(scene, guest, claimant, step.signedIn);
    }
  }
}

/** The guest is claimed with their link, or by someone who has signed in from their session. */
async function claim(scene: Scene, guest: Viewer, claimant: Viewer, signedIn: boolean): Promise<true> {
  const [{ _id: inviter }] = scene.people as [Viewer];
  const of = { claims: guest._id, invitedBy: inviter };
  const sessionId = signedIn
    ? await beginSession(claimant._id, "Phone", daysAgo(-1), new Date(), of)
    : new ObjectId();
  const token = signedIn ? undefined : (await createLink(inviter, scene.groupId, guest._id)).token;
  const { userId } = await claimGuest({ actor: claimant._id, sessionId, guestId: guest._id, token });
  const viewer = { ...claimant, _id: userId, id: userId.toHexString() };
  for (const [place, { id }] of scene.people.entries()) if (id === guest.id) scene.people[place] = viewer;
  return true;
}

/** A new account, or one with a group and a debt of its own. */
async function anOutsider({ people: [ana] }: Scene, by: "new" | "existing"): Promise<Viewer> {
  const outsider = await aPerson("Eva");
  if (by === "new" || !ana) return outsider;
  const own: [Viewer, Viewer] = [outsider, ana];
  const eventId = await anEvent(await aGroup("Own", own), "Own", own);
  const splitWith = own.map(({ _id }) => _id);
  const paid = { recorder: outsider._id, description: "Own", cents: 1_001, splitWith };
  await createExpense({ _id: new ObjectId(), eventId, ...paid });
  return outsider;
}

const guestsOf = (scene: Scene) => peopleOf(scene).filter(({ guest }) => guest);

let guests = 0;
/** In a group, no two have the same. */
const aName = () => `Guest ${(guests += 1)}`;

const aDevice = () => ({ name: "Phone", expiresAt: daysAgo(-1) });

const tokenFor = async (creator: Viewer, groupId: ObjectId) => (await createLink(creator._id, groupId)).token;

const asGuest = (_id: ObjectId, name: string, groupId: ObjectId): Viewer => ({
  _id,
  id: _id.toHexString(),
  name,
  email: "",
  picture: "",
  guest: groupId.toHexString(),
});

const done = (step: Promise<unknown>): Promise<true> => step.then(() => true as const);

async function anExpense(scene: Scene, which: number, filter: object): Promise<ExpenseDoc | null> {
  const { expenses } = await collections();
  const all = expenses.find({ groupId: scene.groupId, ...filter }).sort({ _id: 1 });
  return pick(await all.toArray(), which) ?? null;
}

async function aSeries({ groupId }: Scene, which: number) {
  const { series } = await collections();
  return pick(await series.find({ groupId }).sort({ _id: 1 }).toArray(), which) ?? null;
}

/** Without `money`, as a client that knows neither uneven splits nor payers. */
function moneyOf(scene: Scene, one: Money) {
  const { people } = scene;
  const sharing = peopleOf({ ...scene, people: one.split.map((index) => pick(people, index)!) });
  const splitWith = sharing.map(({ _id }) => _id);
  if (!one.money) return { cents: one.cents, splitWith };
  const ids = (list: readonly Viewer[]) => list.map(({ id }) => id);
  return {
    cents: one.cents,
    splitWith,
    split: splitFrom(one.money, one.cents, ids(sharing)),
    payers: payersFrom(one.money, one.cents, ids(peopleOf(scene))),
  };
}
