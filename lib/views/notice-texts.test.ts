import { ObjectId } from "mongodb";
import { withoutAmounts } from "@/lib/core/notices";
import { formatCents } from "@/lib/core/money/money";
import { withoutIsolates } from "@/lib/core/text/isolate";
import { newActivityDoc } from "@/lib/db/activity";
import { addComment } from "@/lib/db/activity/comments";
import { collections } from "@/lib/db/collections";
import { createExpense, deleteExpense } from "@/lib/db/expenses";
import { moveExpense } from "@/lib/db/expenses/move";
import { deleteAccount } from "@/lib/db/account/delete";
import { deleteFriendship } from "@/lib/db/friends";
import { block } from "@/lib/db/friends/blocks";
import { applyPlan, undoPlan } from "@/lib/db/plans";
import { makeDueOccurrences } from "@/lib/db/series/make";
import { closeEvent } from "@/lib/db/events/close";
import { acceptFriendship, deleteFriendRequest, requestFriendship } from "@/lib/db/requests/friend";
import { removeMember, updateGroup } from "@/lib/db/groups";
import { restoreExpense } from "@/lib/db/groups/deleted";
import { markRead } from "@/lib/db/notices";
import { makeNotices } from "@/lib/db/notices/outbox";
import { saveNoticeSettings } from "@/lib/db/notices/settings";
import { deleteInvitation, invite } from "@/lib/db/requests/group";
import { countRequests } from "@/lib/db/revision";
import { unsettle } from "@/lib/db/settlements";
import { listOpenBetween, settleUp, undoSettleUp } from "@/lib/db/settlements/settle-up";
import type { Viewer } from "@/lib/server/access";
import { useTestDatabase } from "@/testing/database";
import { aGroup, aGuest, anEvent, aPerson, aTrio, befriend } from "@/testing/people";
import { noticesToSend, noticesView } from "./notices";
import { noticeSettingsView } from "./notice-settings";

useTestDatabase();

let ana: Viewer, ben: Viewer, cleo: Viewer, groupId: ObjectId, eventId: ObjectId;
beforeEach(async () => {
  const trio = await aTrio(["Ana", "Ben", "Cleo"], "Lisbon", "Lisbon weekend");
  ({ groupId, eventId } = trio);
  [ana, ben, cleo] = trio.people;
});

const add = (payer: Viewer, cents: number, people: readonly Viewer[], more: object = {}) =>
  createExpense({
    _id: new ObjectId(),
    eventId,
    recorder: payer._id,
    description: "Dinner",
    cents,
    splitWith: people.map(({ _id }) => _id),
    ...more,
  });

/** In plain texts. */
async function rowsOf(of: Viewer, now = new Date()) {
  while (await makeNotices(now));
  return (await noticesView(of)).rows.map((row) => ({ ...row, text: withoutIsolates(row.text) }));
}
const texts = async (of: Viewer, now?: Date) => (await rowsOf(of, now)).map(({ text }) => text);
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const settleAll = async (payer: Viewer, other: Viewer) => {
  const open = await listOpenBetween(payer._id, other._id);
  const shown = open.map(({ _id }) => ({ _id }));
  return settleUp(payer._id, other._id, shown, { method: null, note: "" });
};

test("for screens, what people typed is isolated; what is sent has no marks", async () => {
  const { _id } = await add(ana, 3_000, [ana, ben, cleo]);
  await addComment(ben._id, _id, "Wine?");
  const dan = await aPerson("Dan");
  await befriend(ana, dan);
  await invite(ana._id, groupId, dan._id);
  const people = [ana, ben, dan];
  for (const one of people) await rowsOf(one);
  const views = await Promise.all(people.map((one) => noticesView(one)));
  expect(views.map(({ rows }) => rows[0]?.text)).toEqual([
    "⁨Ben⁩ commented on ⁨Dinner⁩: “⁨Wine?⁩”",
    "Your share of ⁨Dinner⁩ is $10.00. You owe ⁨Ana⁩ $10.00 in ⁨Lisbon weekend⁩.",
    "⁨Ana⁩ invited you to ⁨Lisbon⁩.",
  ]);
  const ids = views[1]!.rows.map((row) => new ObjectId(row._id));
  expect((await noticesToSend(ben._id, ids)).map(({ words }) => words)).toMatchObject([
    {
      title: "Lisbon weekend",
      text: "Your share of Dinner is $10.00. You owe Ana $10.00 in Lisbon weekend.",
    },
  ]);
});

test("a deletion names who deleted it, also where somebody else had added it", async () => {
  const payers = [{ user: ben._id, cents: 3_000 }];
  const { _id } = await add(ana, 3_000, [ana, ben, cleo], { payers });
  await texts(cleo);
  await deleteExpense(ben._id, _id);
  const gone = "Ben deleted Dinner. Your share was $10.00.";
  expect(await texts(cleo, later(11))).toEqual([gone, gone]);
  expect(await texts(ben)).toEqual(["You deleted Dinner. Your share was $10.00."]);
  await restoreExpense(ana._id, _id);
  expect(new Set(await texts(cleo, later(22)))).toEqual(
    new Set(["Your share of Dinner is $10.00. You owe Ben $10.00 in Lisbon weekend."]),
  );
});

test("an expense that moved is told with the event, and the debt, that it has now", async () => {
  const porto = await anEvent(groupId, "Porto", [ana, ben, cleo]);
  await add(ana, 600, [ana, ben]);
  const { _id } = await add(ana, 3_000, [ana, ben, cleo]);
  await addComment(ana._id, _id, "Wine?");
  await texts(ben);
  await moveExpense(ana._id, _id, porto, undefined);
  expect((await texts(ben)).toSorted()).toEqual([
    "Ana commented on Dinner: “Wine?”",
    "Your share of Dinner is $3.00. You owe Ana $3.00 in Lisbon weekend. Your share of Dinner is $10.00. You owe Ana $10.00 in Porto.",
  ]);
  expect(await texts(cleo)).toEqual([
    "Ana commented on Dinner: “Wine?”",
    "Your share of Dinner is $10.00. You owe Ana $10.00 in Porto.",
  ]);
});

test("who had muted the group that an expense leaves is told of it where it is new, once", async () => {
  const other = await aGroup("Madrid", [ana, ben, cleo]);
  const there = await anEvent(other, "Madrid trip", [ana, ben, cleo]);
  const early = await add(ana, 600, [ana, ben, cleo]);
  await texts(ben);
  for (const one of [ben, cleo]) await saveNoticeSettings(one._id, { mutedGroups: [groupId] });
  const { _id } = await add(ana, 3_000, [ana, ben]);
  expect(await texts(ben)).toHaveLength(1);
  for (const id of [early._id, _id]) await moveExpense(ana._id, id, there, undefined);
  expect((await texts(ben)).toSorted()).toEqual([
    "Your share of Dinner is $15.00. You owe Ana $17.00 in Madrid trip.",
    "Your share of Dinner is $2.00. You owe Ana $17.00 in Madrid trip.",
  ]);
  expect(await texts(cleo)).toEqual(["Your share of Dinner is $2.00. You owe Ana $2.00 in Madrid trip."]);
  const again = await anEvent(other, "Toledo", [ana, ben, cleo]);
  await moveExpense(ana._id, _id, again, undefined);
  expect(await texts(ben)).toHaveLength(2);
});

test("an expense that has left the event of a digest does not repeat what stays there", async () => {
  const [madrid, paris] = [await aGroup("Madrid", [ana, ben, cleo]), await aGroup("Paris", [ana, ben, cleo])];
  const there = await anEvent(madrid, "Madrid trip", [ana, ben, cleo]);
  await saveNoticeSettings(ben._id, { mutedGroups: [groupId] });
  const { _id } = await add(ana, 3_000, [ana, ben]);
  await texts(ben);
  await moveExpense(ana._id, _id, there, undefined);
  await add(ana, 600, [ana, ben], { eventId: there, description: "Taxi" });
  await texts(ben);
  await moveExpense(ana._id, _id, await anEvent(paris, "Paris trip", [ana, ben, cleo]), undefined);
  expect(await texts(ben)).toEqual(["Your share of Taxi is $3.00. You owe Ana $3.00 in Madrid trip."]);
});

test("a digest does not count expenses of people who are blocked, nor names them", async () => {
  await add(ana, 3_000, [ana, ben], { description: "Taxi" });
  const { _id } = await add(cleo, 600, [ben, cleo]);
  expect(await texts(ben)).toEqual(["2 expenses in Lisbon weekend: your shares come to $18.00."]);
  await block(ben._id, cleo._id);
  const taxi = "Your share of Taxi is $15.00. You owe Ana $15.00 in Lisbon weekend.";
  expect(await texts(ben)).toEqual([taxi]);
  await deleteExpense(cleo._id, _id);
  expect(await texts(ben)).toEqual([taxi]);
});

test("nothing of an expense that moved to a group that one has left since", async () => {
  const other = await aGroup("Madrid", [ana, ben]);
  const there = await anEvent(other, "Madrid trip", [ana, ben]);
  const { _id } = await add(ana, 3_000, [ana, ben]);
  await addComment(ana._id, _id, "Wine?");
  await texts(ben);
  await moveExpense(ana._id, _id, there, undefined);
  const rows = await rowsOf(ben);
  const path = `/groups/${other.toHexString()}/events/${there.toHexString()}/expenses/${_id.toHexString()}`;
  expect(rows.map((row) => row.path)).toEqual([path, path]);
  await settleAll(ben, ana);
  await removeMember(ben._id, other, ben._id);
  expect(await texts(ben)).toEqual([]);
  expect(await texts(cleo)).toEqual([]);
});

test("amounts are hidden wherever they are", () => {
  for (const cents of [1, 1_500, 123_456_789, -500, -123_456])
    expect(withoutAmounts(`Your shares come to ${formatCents(cents)}.`)).toBe("Your shares come to ….");
  const hidden = ["“$12 or 12 €?”", "Rent $1,234", "$ 12.5", "12.50 please", "€12,50", "1.234,50 kr"];
  expect(hidden.map(withoutAmounts).join(" ")).not.toMatch(/\d/);
  expect(withoutAmounts("3 expenses in Lisbon 2026")).toBe("3 expenses in Lisbon 2026");
});

test("an invitation is told only for as long as it is open, with the title of now, and counted only then", async () => {
  const dan = await aPerson("Dan");
  for (const one of [ana, ben]) await befriend(one, dan);
  const first = await invite(ana._id, groupId, dan._id);
  expect(await texts(dan)).toEqual(["Ana invited you to Lisbon."]);
  const { groups } = await collections();
  const { icon } = (await groups.findOne({ _id: groupId }))!;
  await updateGroup(ana._id, groupId, { title: "Porto", icon }, undefined);
  expect(await texts(dan)).toEqual(["Ana invited you to Porto."]);
  await deleteInvitation(ana._id, first._id);
  const { rows, unread } = await noticesView(dan);
  expect(rows).toEqual([]);
  // As the screen does.
  await markRead(dan._id, new ObjectId(unread));
  expect((await countRequests(dan._id)).notices).toBe(0);
  expect((await noticesView(dan)).unread).toBeUndefined();
  await invite(ben._id, groupId, dan._id);
  expect(await texts(dan)).toEqual(["Ben invited you to Porto."]);
});

test("what was settled at once leads to the other person, also if somebody else has undone it; and may cancel out", async () => {
  await add(ana, 2_000, [ana, ben]);
  await texts(ben);
  const { _id: batch } = await settleAll(ben, ana);
  expect((await rowsOf(ana))[0]).toMatchObject({ text: "Ben paid you $10.00.", path: `/friends/${ben.id}` });
  await undoSettleUp(ben._id, ana._id, batch);
  expect((await texts(ana))[0]).toBe("Ben undid a payment: Ben to you, $10.00.");
  await settleAll(ben, ana);
  const { settlements } = await collections();
  const paid = (await settlements.findOne({ settled: true, groupId }))!;
  await unsettle(cleo._id, paid._id);
  expect((await rowsOf(ana))[0]).toMatchObject({
    text: "Cleo undid a payment: Ben to you, $10.00.",
    path: `/friends/${ben.id}`,
  });
  eventId = await anEvent(groupId, "Porto", [ana, ben]);
  await add(ben, 2_000, [ana, ben]);
  await texts(ana);
  await settleAll(ben, ana);
  expect((await texts(ana))[0]).toBe("Ben settled your payments with each other, which cancel out.");
});

test("who uses or undoes a plan tells the others whose payments it changes what is theirs now", async () => {
  await add(ana, 2_000, [ana, ben]);
  await add(ben, 2_000, [ben, cleo]);
  await texts(ben);
  await texts(cleo);
  const scope = { of: "event" as const, id: eventId };
  const plan = await applyPlan(ana._id, scope, [{ from: cleo.id, to: ana.id, cents: 1_000 }]);
  const place = `/groups/${groupId.toHexString()}/events/${eventId.toHexString()}`;
  expect((await rowsOf(cleo))[0]).toMatchObject({
    kind: "paid",
    path: place,
    text: "Ana simplified the payments in Lisbon weekend. You owe Ana $10.00.",
  });
  expect((await texts(ben))[0]).toBe("Ana simplified the payments in Lisbon weekend.");
  await undoPlan(ana._id, scope, plan._id);
  expect((await texts(ben))[0]).toBe(
    "Ana undid the simplified payments in Lisbon weekend. You owe Ana $10.00. Cleo owes you $10.00.",
  );
  expect(await texts(ana)).toEqual([]);
});

describe("a friend request", () => {
  let dan: Viewer;
  beforeEach(async () => {
    dan = await aPerson("Dan");
    await saveNoticeSettings(dan._id, { push: ["invited", "joined"] });
  });
  const ask = (from = ana, to = dan) => requestFriendship(from._id, to._id);

  test("is told while it is open, and its answer to who sent it while they are friends; each is sent", async () => {
    const { _id } = await ask();
    expect(await rowsOf(dan)).toMatchObject([
      { kind: "invited", text: "Ana wants to be your friend.", path: "/requests", read: false },
    ]);
    await saveNoticeSettings(ana._id, { push: ["joined"] });
    await acceptFriendship(dan._id, _id);
    expect([await texts(dan), (await countRequests(dan._id)).notices]).toEqual([[], 0]);
    expect(await rowsOf(ana)).toMatchObject([
      { kind: "joined", text: "Dan accepted your friend request.", path: `/friends/${dan.id}` },
    ]);
    const { notices } = await collections();
    expect(await notices.countDocuments({ userId: ana._id, sendAt: { $exists: true } })).toBe(1);
    await deleteFriendship(ana._id, dan._id);
    expect(await texts(ana)).toEqual([]);
  });

  test("that is answered with another one is accepted", async () => {
    await ask();
    await ask(dan, ana);
    expect([await texts(ana), await texts(dan)]).toEqual([["Dan accepted your friend request."], []]);
  });

  test.each<[string, (request: ObjectId) => Promise<unknown>]>([
    ["withdrawn", (request) => deleteFriendRequest(ana._id, request)],
    ["ignored", (request) => deleteFriendRequest(dan._id, request)],
    ["from somebody who is blocked", () => block(dan._id, ana._id)],
    ["from a deleted account", () => deleteAccount(ana._id)],
  ])("%s is not told, nor sent", async (_, change) => {
    const { _id } = await ask();
    const { notices } = await collections();
    const ids = (await notices.find({ userId: dan._id }).toArray()).map((one) => one._id);
    expect((await noticesToSend(dan._id, ids)).map(({ words }) => words?.title)).toEqual(["Ana"]);
    await change(_id);
    expect((await noticesToSend(dan._id, ids)).filter(({ words }) => words)).toEqual([]);
    expect(await texts(dan)).toEqual([]);
  });

  test("that is withdrawn and repeated is sent once; one of somebody muted not at all", async () => {
    const { notices } = await collections();
    const { _id } = await ask();
    await notices.updateOne({ userId: dan._id }, { $unset: { sendAt: true } });
    await deleteFriendRequest(ana._id, _id);
    await ask();
    expect(await texts(dan)).toEqual(["Ana wants to be your friend."]);
    expect(await notices.countDocuments({ userId: dan._id, sendAt: { $exists: true } })).toBe(0);
    await saveNoticeSettings(cleo._id, { push: ["invited"], mutedPeople: [ana._id] });
    await ask(ana, cleo);
    expect([await texts(cleo), (await countRequests(cleo._id)).notices]).toEqual([[], 0]);
  });
});

test("muting tells nothing about people with whom one shares nothing", async () => {
  const [dan, eve] = [await aPerson("Dan"), await aPerson("Eve")];
  await block(eve._id, dan._id);
  await saveNoticeSettings(dan._id, { mutedPeople: [eve._id, ana._id] });
  const { users } = await collections();
  expect((await users.findOne({ _id: dan._id }))!.notices!.mutedPeople).toEqual([]);
});

test("a digest of more than 200 continues in another notice", async () => {
  const { activities, notices } = await collections();
  await add(ana, 2_000, [ana, ben]);
  const one = (await activities.findOne({ untold: true }))!;
  const many = Array.from({ length: 204 }, () => ({ ...one, _id: new ObjectId() }));
  await activities.insertMany(many);
  await texts(ben);
  const sizes = (await notices.find({ userId: ben._id }).toArray()).map((row) => row.activities.length);
  expect(sizes).toEqual([200, 5]);
});

test("what is paused is told apart from what was made in the same event", async () => {
  const { activities } = await collections();
  const { _id } = await add(ana, 2_000, [ana, ben], { description: "Rent" });
  const about = { actor: ana._id, groupId, eventId, tell: [ben._id] };
  await activities.deleteMany({ expenseId: _id });
  await activities.insertMany([
    newActivityDoc({ ...about, kind: "expense-repeated", expenseId: _id, title: "Rent" }),
    newActivityDoc({ ...about, kind: "series-held", title: "Gym", text: "Cleo has left the group." }),
  ]);
  expect((await texts(ben)).toSorted()).toEqual([
    "Gym is paused and does not repeat. Cleo has left the group.",
    "Your share of Rent is $10.00. You owe Ana $10.00 in Lisbon weekend.",
  ]);
});

test("whoever repeats an expense, or closes its event, is told what happens by itself, like the others", async () => {
  const first = new Date("2126-01-31");
  const repeats = { every: "month", timeZone: "UTC" } as const;
  await add(ana, 2_000, [ana, ben], { description: "Rent", day: first, at: first, repeats });
  await makeDueOccurrences(new Date("2126-02-28T12:00:00.000Z"));
  const made = new Date("2126-02-28T12:01:00.000Z");
  for (const one of [ana, ben]) expect(await texts(one, made)).toEqual([expect.stringContaining("Rent")]);

  await closeEvent(ben._id, eventId);
  await makeDueOccurrences(new Date("2126-03-31T12:00:00.000Z"));
  const now = new Date("2126-03-31T12:01:00.000Z");
  for (const one of [ana, ben, cleo])
    expect((await texts(one, now))[0]).toMatch(/^Rent is paused and does not repeat\./);
});

test("a guest who pays", async () => {
  const guest = await aGuest(ana, groupId, "Gil");
  await add(guest, 1_000, [guest, ben]);
  expect(await texts(ben)).toEqual(["Your share of Dinner is $5.00. You owe Gil $5.00 in Lisbon weekend."]);
});

test("expenses that several people have deleted", async () => {
  const one = await add(ana, 1_000, [ana, cleo]);
  const two = await add(ben, 3_000, [ben, cleo]);
  await texts(cleo);
  for (const { _id, createdBy } of [one, two]) await deleteExpense(createdBy, _id);
  expect(new Set(await texts(cleo))).toEqual(new Set(["2 expenses in Lisbon weekend were deleted."]));
});

test("what is shared one-to-one names no place, and the settings name the friend", async () => {
  await befriend(ana, ben);
  const friend = { eventId: undefined, friend: ben._id };
  const { groupId: pair } = await add(ana, 1_000, [ana, ben], friend);
  const [row] = await rowsOf(ben);
  expect(row).toMatchObject({ text: "Your share of Dinner is $5.00. You owe Ana $5.00." });
  await saveNoticeSettings(ben._id, { mutedGroups: [pair] });
  const { mutedGroups } = await noticeSettingsView(ben, { push: true, email: true });
  expect(mutedGroups).toEqual([{ _id: pair.toHexString(), title: "You and Ana" }]);
  await add(ana, 3_000, [ana, ben], friend);
  expect(await rowsOf(ben)).toHaveLength(1);
});
