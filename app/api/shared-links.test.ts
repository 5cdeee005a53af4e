import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { loadJoinPage } from "@/lib/views/links";
import { loadSharedPage } from "@/lib/views/links/shared-page";
import { CAPS } from "@/lib/core/limits";
import { daysAgo } from "@/lib/core/text/dates";
import type { Event } from "@/lib/contract/events";
import type { NewLink, SharedLink } from "@/lib/contract/links";
import type { PlanResponse } from "@/lib/contract/plans";
import type { Settlement } from "@/lib/contract/settlements";
import { claimGuest } from "@/lib/db/guests/claims";
import { collections } from "@/lib/db/collections";
import { createLink } from "@/lib/db/links";
import { expectSound } from "@/testing/violations";
import { countRounds, useTestDatabase } from "@/testing/database";
import { aGroup, aGuest, aPerson, befriend } from "@/testing/people";
import { call, done } from "@/testing/api/call";
import { dump } from "@/testing/stored";
import { signInAs } from "@/testing/session";
import { tokenOf } from "@/testing/api/token-of";
import { POST } from "./join/[token]/route";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let cleo: Viewer;
let groupId: string;
let eventId: string;

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  [ana, ben, cleo] = await Promise.all([aPerson("Ana"), aPerson("Ben"), aPerson("Cleo")]);
  groupId = String(await aGroup("Trip", [ana, ben, cleo]));
  eventId = await newEvent();
  // Ben owes Ana $10, and so does Cleo.
  await pay(ana, 30, [ana, ben, cleo]);
});

const newEvent = async () =>
  (
    await done<Event>("createEvent", ana, {
      body: { groupId, title: "Dinner", date: "2026-03-14", participants: [ana.id] },
    })
  )._id;
const pay = (as: Viewer, amount: number, people: readonly Viewer[]) =>
  done("createExpense", as, {
    body: { eventId, description: "Soup", amount, splitWith: people.map(({ id }) => id) },
  });
const ofEvent = () => ({ params: { eventId } });
const debtOf = async (debtor: Viewer) =>
  (await done<Settlement[]>("listSettlements", ana, { query: { eventId } })).find(
    ({ from, settled }) => from._id === debtor.id && !settled,
  )!;

type Made = Pick<NewLink, "_id" | "url" | "expiresAt">;
const shareStatement = (as = ben) => done<Made>("createSharedLink", as, { ...ofEvent(), body: {} });
/** Why Ben owes Ana, from one of them to the other. */
const sendWhy = async (as = ana) =>
  done<Made>("createSharedLink", as, { ...ofEvent(), body: { settlementId: (await debtOf(ben))._id } });
const listed = (as: Viewer) => done<SharedLink[]>("listSharedLinks", as, ofEvent());
const open = (made: Made, viewer: Viewer | null = null) => loadSharedPage(tokenOf(made), viewer);
const dead = async (made: Made, ...viewers: (Viewer | null)[]) => {
  for (const viewer of viewers) await expect(open(made, viewer)).rejects.toMatchObject({ code: "not-found" });
};

test("a statement is shown to whoever has its link, as it is now, whatever the event's state", async () => {
  const made = await shareStatement();
  expect(Object.keys(made).sort()).toEqual(["_id", "expiresAt", "url"]);
  expect(made.url).toMatch(/^http:\/\/localhost:3000\/shared\/[\w-]{22}$/);
  const days = (Date.parse(made.expiresAt) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(7);
  const stranger = await aPerson("Stranger");
  for (const viewer of [null, stranger, ana]) {
    expect(await open(made, viewer)).toMatchObject({
      kind: "statement",
      by: "Ben",
      statement: { event: { title: "Dinner", total: 30, closedAt: null }, left: [{}, {}] },
    });
  }
  await done("closeEvent", ana, ofEvent());
  expect(await open(made)).toMatchObject({ statement: { event: { closedBy: { name: "Ana" } } } });
  await done("reopenEvent", ana, ofEvent());
  await pay(ben, 3, [ben]);
  expect(await open(made)).toMatchObject({ statement: { event: { total: 33, closedAt: null } } });
});

test("whoever has the link of a statement learns no time of a payment, and not how it was made", async () => {
  const made = await shareStatement();
  const body = { settled: true, method: "cash", note: "in the kitchen" };
  await done("settle", ana, { params: { id: (await debtOf(ben))._id }, body });
  await done("closeEvent", ana, ofEvent());
  const page = await open(made);
  if (page.kind !== "statement") throw new Error("Not a statement.");
  const { statement } = page;
  const today = new Date().toISOString().slice(0, 10);
  expect(statement.made).toMatchObject([
    { from: { name: "Ben" }, amount: 10, settledAt: today, method: null },
  ]);
  expect(statement.event.closedAt).toBe(today);
  expect(JSON.stringify(statement.made)).not.toMatch(/cash|kitchen|T\d\d:/);
});

test("whoever has the link of a statement sees what plans moved, but no other event", async () => {
  const made = await shareStatement();
  const first = eventId;
  eventId = await newEvent();
  await pay(ben, 12, [ana, ben, cleo]);
  const { payments } = await done<PlanResponse>("groupPlan", ana, { params: { groupId } });
  const shown = payments.map(({ from, to, amount }) => ({ from: from._id, to: to._id, amount }));
  await done("applyGroupPlan", ana, { params: { groupId }, body: { payments: shown } });
  expect(await done("eventStatement", ana, { params: { eventId: first } })).toMatchObject({
    offsets: [{ _id: eventId, title: "Dinner" }],
  });
  expect(await open(made)).toMatchObject({ statement: { transfers: [{}, {}], offsets: [] } });
});

test("why is shown to the other person of the debt alone, also when it has changed since", async () => {
  const made = await sendWhy();
  await dead(made, ana, cleo, await aPerson("Stranger"));
  // Without a session, not even a name.
  expect(await open(made)).toEqual({ kind: "sign-in" });
  const page = await open(made, ben);
  expect(page).toMatchObject({
    kind: "why",
    by: "Ana",
    event: { title: "Dinner" },
    open: { settlement: { amount: 10, from: { name: "Ben" } }, lines: [{ description: "Soup" }] },
  });
  await done("settle", ana, { params: { id: (await debtOf(ben))._id }, body: { settled: true } });
  expect(await open(made, ben)).toMatchObject({ kind: "why", open: null });
  await pay(ana, 9, [ana, ben, cleo]);
  expect(await open(made, ben)).toMatchObject({ open: { settlement: { amount: 3 } } });
});

test("a why tells the latest lines as a story, whose sums end at the figure", async () => {
  await pay(ben, 9, [ana, ben, cleo]);
  await pay(ana, 0.04, [ana, ben]);
  const made = await sendWhy();
  const page = await open(made, ben);
  if (page.kind !== "why" || !page.open) throw new Error("There is no debt.");
  const { settlement, story, lines } = page.open;
  expect(settlement.amount).toBe(7.02);
  expect(story.before).toBe(0);
  expect(story.steps.map(({ amount, after }) => [amount, after])).toEqual([
    [10, 10],
    [-3, 7],
    [0.02, 7.02],
  ]);
  expect(story.steps.map(({ _id }) => _id).reverse()).toEqual(lines.map(({ _id }) => _id));

  for (let more = 0; more < 30; more++) await pay(ana, 0.02, [ana, ben]);
  const longer = await open(made, ben);
  if (longer.kind !== "why" || !longer.open) throw new Error("There is no debt.");
  const { before, steps } = longer.open.story;
  expect(steps).toHaveLength(30);
  const sum = steps.reduce((cents, { amount }) => cents + Math.round(amount * 100), Math.round(before * 100));
  expect([sum, steps.at(-1)?.after]).toEqual([732, 7.32]);
});

test("only the two people of an open debt of the event can send it", async () => {
  const debt = await debtOf(ben);
  const send = (as: Viewer, settlementId: string, event = eventId) =>
    call("createSharedLink", { as, params: { eventId: event }, body: { settlementId } });
  expect((await send(ben, debt._id)).status).toBe(200);
  expect((await send(cleo, debt._id)).body).toMatchObject({ code: "forbidden" });
  expect((await send(ana, debt._id, await newEvent())).status).toBe(404);
  expect((await send(ana, String(new ObjectId()))).status).toBe(404);
  await done("settle", ana, { params: { id: debt._id }, body: { settled: true } });
  expect((await send(ana, debt._id)).body).toMatchObject({ code: "already-settled" });
});

/** Why a link does not work, and for which kinds. */
const DEAD: [string, (made: Made) => Promise<unknown>][] = [
  ["revoked by its creator", ({ _id }) => done("revokeSharedLink", ben, linkOf(_id))],
  ["revoked by the group's creator", ({ _id }) => done("revokeSharedLink", ana, linkOf(_id))],
  [
    "expired",
    async ({ _id }) =>
      (await collections()).links.updateOne({ _id: new ObjectId(_id) }, { $set: { expiresAt: daysAgo(0) } }),
  ],
  ["of a deleted event", () => done("deleteEvent", ana, ofEvent())],
  ["of a deleted group", () => done("deleteGroup", ana, { params: { groupId } })],
  ["of someone who left", async () => leave(ben, ben)],
  ["of someone who was removed", async () => leave(ana, ben)],
  ["known to someone who was removed", async () => leave(ana, cleo)],
  [
    "of a deleted account",
    async () => {
      await settleAll();
      await done("deleteAccount", ben);
    },
  ],
];
const linkOf = (linkId: string) => ({ params: { eventId, linkId } });
async function settleAll(): Promise<void> {
  for (const one of await done<Settlement[]>("listSettlements", ana, { query: { eventId } }))
    if (!one.settled) await done("settle", ana, { params: { id: one._id }, body: { settled: true } });
}
async function leave(as: Viewer, member: Viewer): Promise<void> {
  await settleAll();
  await done("removeMember", as, { params: { groupId }, body: { userId: member.id } });
}

test.each(DEAD)(
  "a link that is %s answers like one that never existed, and is not listed",
  async (_, end) => {
    const [statement, why] = [await shareStatement(), await sendWhy(ben)];
    await open(statement);
    await open(why, ana);
    await end(statement);
    // What has ended both cannot be done again.
    await end(why).catch(() => undefined);
    await dead(statement, null, ana, ben, cleo);
    await dead(why, null, ana, ben, cleo);
    const list = await call("listSharedLinks", { as: ana, ...ofEvent() });
    if (list.status === 200) expect(list.body).toEqual([]);
  },
);

test("a deleted event's links work again if it is restored before they expire", async () => {
  const made = await shareStatement();
  await done("deleteEvent", ana, ofEvent());
  await dead(made, null);
  await done("restoreEvent", ana, ofEvent());
  await open(made);
});

test("a why whose reader has left does not work, nor does it for them after they have returned", async () => {
  const made = await sendWhy(ana);
  await leave(ben, ben);
  await dead(made, ben);
  await befriend(ana, ben);
  await done("inviteToGroup", ana, { params: { groupId }, body: { toUserId: ben.id } });
  const [request] = await done<{ _id: string }[]>("listGroupRequests", ben);
  await done("acceptGroupRequest", ben, { params: { id: request!._id } });
  await dead(made, ben);
});

test("links that never existed, and invite links, show nothing; nobody joins with a shared one", async () => {
  for (const token of ["AAAAAAAAAAAAAAAAAAAAAA", "", "x", "shared:", "\u0000"])
    await dead({ _id: "", url: `/${token}`, expiresAt: "" }, null, ana);
  const invite = await done<NewLink>("createLink", ana, { params: { groupId }, body: {} });
  await dead(invite, null, ana);
  const stranger = await aPerson("Stranger");
  for (const made of [await shareStatement(), await sendWhy()]) {
    const token = tokenOf(made);
    expect((await call("joinByLink", { as: stranger, params: { token }, body: {} })).status).toBe(404);
    expect((await call("joinByLink", { as: null, params: { token }, body: { name: "Eve" } })).status).toBe(
      404,
    );
    // The operations of a group's links do not know it.
    const params = { groupId, linkId: made._id };
    expect((await call("revokeLink", { as: ana, params })).status).toBe(404);
    expect((await call("revokeOwnLink", { as: ana, params })).status).toBe(404);
  }
  expect(await done("listLinks", ana, { params: { groupId } })).toMatchObject([{ _id: invite._id }]);
});

test("members see and revoke their own links, the group's creator all; the secret is told once", async () => {
  const [own, other, why] = [await shareStatement(ben), await shareStatement(ana), await sendWhy(ana)];
  expect((await listed(ben)).map(({ _id }) => _id)).toEqual([own._id]);
  expect(await listed(ana)).toMatchObject([
    { _id: why._id, shows: "why", only: { name: "Ben" } },
    { _id: other._id, shows: "statement", only: null },
    { _id: own._id, createdBy: { name: "Ben" } },
  ]);
  expect(await listed(cleo)).toEqual([]);
  // Along with the right to see them.
  expect(await countRounds(() => listed(ana))).toBe(1);
  for (const made of [own, other, why])
    expect(JSON.stringify([await dump(), await listed(ana)])).not.toContain(tokenOf(made));
  const revoke = async (as: Viewer, linkId: string, event = eventId) =>
    (await call("revokeSharedLink", { as, params: { eventId: event, linkId } })).status;
  expect([await revoke(ben, other._id), await revoke(ben, why._id)]).toEqual([404, 404]);
  expect(await revoke(ana, own._id, await newEvent())).toBe(404);
  expect([await revoke(ana, own._id), await revoke(ana, own._id)]).toEqual([200, 404]);
  await expectSound();
});

test("a guest opens what was sent to them, and shares nothing; it ends when they are claimed", async () => {
  const nina = await aGuest(ana, new ObjectId(groupId), "Nina");
  await pay(ana, 8, [ana, nina]);
  const { _id: settlementId } = await debtOf(nina);
  const made = await done<Made>("createSharedLink", ana, { ...ofEvent(), body: { settlementId } });
  expect(await open(made, nina)).toMatchObject({ kind: "why", open: { settlement: { amount: 4 } } });
  // Who is not the guest yet joins as them, and then sees it: the link is one of the guest, too.
  const stranger = await aPerson("Stranger");
  for (const viewer of [null, stranger]) expect(await open(made, viewer)).toEqual({ kind: "join" });
  const offer = await loadJoinPage(tokenOf(made), null);
  expect([offer.guest, offer.offer.guests]).toEqual([nina.id, [{ _id: nina.id, name: "Nina" }]]);
  const form = new URLSearchParams({ user: "", guestId: nina.id });
  const context = { params: Promise.resolve({ token: tokenOf(made) }) };
  const request = new Request(`http://localhost:3000/api/join/${tokenOf(made)}`, {
    method: "POST",
    headers: {
      host: "localhost:3000",
      origin: "http://localhost:3000",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: form.toString(),
  });
  signInAs(null);
  const joined = await POST(request, context);
  expect([joined.status, joined.headers.get("location")]).toEqual([303, `/shared/${tokenOf(made)}`]);
  expect(await open(made, nina)).toMatchObject({ kind: "why" });
  // The page that joins says that they take part on another device, and how to go on.
  for (const viewer of [null, stranger]) expect(await open(made, viewer)).toEqual({ kind: "join" });
  for (const body of [{}, { settlementId }])
    expect((await call("createSharedLink", { as: nina, ...ofEvent(), body })).status).toBe(404);
  expect((await call("listSharedLinks", { as: nina, ...ofEvent() })).status).toBe(404);
  expect((await call("revokeSharedLink", { as: nina, ...linkOf(made._id) })).status).toBe(404);
  // After the guest was logged out, it admits no device.
  await done("endGuestSessions", ben, { params: { groupId, guestId: nina.id } });
  await dead(made, stranger, null);
  const { token } = await createLink(ana._id, new ObjectId(groupId), nina._id);
  await befriend(cleo, ben);
  await claimGuest({ actor: cleo._id, sessionId: new ObjectId(), guestId: nina._id, token });
  await dead(made, cleo, nina);
});

test("revoking what was sent to a guest ends the right to join with it, and so does removing them", async () => {
  const nina = await aGuest(ana, new ObjectId(groupId), "Nina");
  await pay(ana, 8, [ana, nina]);
  const { _id: settlementId } = await debtOf(nina);
  const made = await done<Made>("createSharedLink", ana, { ...ofEvent(), body: { settlementId } });
  const other = await createLink(ana._id, new ObjectId(groupId), nina._id);
  await done("revokeSharedLink", ana, linkOf(made._id));
  await dead(made, null, nina);
  await expect(loadJoinPage(tokenOf(made), null)).rejects.toMatchObject({ code: "not-found" });
  expect((await loadJoinPage(other.token, null)).guest).toBe(nina.id);
  // A link to a group is not one that shows something.
  await expect(loadSharedPage(other.token, null)).rejects.toMatchObject({ code: "not-found" });
});

test("what two friends share one-to-one has no shared statement, but its debts are sent", async () => {
  await befriend(ana, ben);
  const body = { description: "Tea", amount: 4, splitWith: [ana.id, ben.id], friendId: ben.id };
  const { eventId: ofTwo } = await done<{ eventId: string }>("createExpense", ana, { body });
  eventId = ofTwo;
  expect((await call("createSharedLink", { as: ana, ...ofEvent(), body: {} })).status).toBe(403);
  const made = await sendWhy(ana);
  expect(await open(made, ben)).toMatchObject({ event: { title: "You and Ana" } });
  expect(await listed(ana)).toHaveLength(1);
});

test("a person has a limited number of shared links, apart from invite links", async () => {
  const { links } = await collections();
  await shareStatement();
  const pattern = (await links.findOne({ createdBy: ben._id }))!;
  const more = Array.from({ length: CAPS.sharedLinks - 1 }, (_, index) => ({
    ...pattern,
    _id: new ObjectId(),
    hash: String(index),
  }));
  await links.insertMany(more);
  const refused = await call("createSharedLink", { as: ben, ...ofEvent(), body: {} });
  expect(refused.body).toMatchObject({ code: "too-many-links", error: expect.stringContaining("50") });
  expect((await call("createLink", { as: ben, params: { groupId }, body: {} })).status).toBe(200);
  await shareStatement(ana);
});
