import type { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { CAPS } from "@/lib/core/limits";
import { daysAgo } from "@/lib/core/text/dates";
import type { Expense } from "@/lib/contract/expenses";
import type { Guest } from "@/lib/contract/guests";
import { joinOffer, type NewLink } from "@/lib/contract/links";
import { collections } from "@/lib/db/collections";
import { claimOf, getUserOfSession } from "@/lib/db/account/sessions";
import { endedGuest } from "@/lib/views/guests";
import { useTestDatabase } from "@/testing/database";
import { guarded } from "@/testing/guarded";
import { interleave } from "@/testing/interleave";
import { aGroup, aGuest, anEvent, aPerson } from "@/testing/people";
import { joinedSession } from "@/testing/session";
import { call, done } from "@/testing/api/call";
import { tokenOf } from "@/testing/api/token-of";
import { GET } from "./join/[token]/route";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

// A guest on a second device: with their own link, or confirmed by a member (docs/rules.md#guests).

let ana: Viewer;
let ben: Viewer;
let nina: Viewer;
let groupId: ObjectId;
let group: string;
/** The secrets of a link to the group, and of Nina's own. */
let open: string;
let own: string;

const newLink = async (body: { guestId?: string } = {}) =>
  tokenOf(await done<NewLink>("createLink", ben, { params: { groupId: group }, body }));
const join = (token: string, ifActive?: "replace" | "ask", as: Viewer | null = null, address = "192.0.2.1") =>
  call("joinByLink", {
    as,
    params: { token },
    body: { guestId: nina.id, ...(ifActive && { ifActive }) },
    headers: guarded({ "x-forwarded-for": address }),
  });
const cookie = () => {
  const { user, session, asks } = joinedSession()!;
  return { sub: user.toHexString(), sid: session.toHexString(), ...(asks && { auth_time: 0 }) };
};
/** The name of the person whose session the cookie names; null: there is none. */
const heldBy = async (key: { sub: string; sid: string }) =>
  (await getUserOfSession(key, daysAgo(-14)))?.name ?? null;
const listed = async (as = ana) => {
  const guests = await done<Guest[]>("listGuests", as, { params: { groupId: group } });
  return guests.find(({ _id }) => _id === nina.id)!;
};
const answer = (name: "confirmDevice" | "refuseDevice", deviceId: string, as = ana) =>
  call(name, { as, params: { groupId: group, deviceId } });
const told = async (key: { sub: string; sid: string }) =>
  (await endedGuest(key))?.message.replace(/[\u2068\u2069]/g, "") ?? null;

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  [ana, ben] = await Promise.all([aPerson("Ana"), aPerson("Ben")]);
  groupId = await aGroup("Trip", [ana, ben]);
  group = groupId.toHexString();
  nina = await aGuest(ana, groupId, "Nina");
  [open, own] = [await newLink(), await newLink({ guestId: nina.id })];
});

test("with their own link, a guest moves to another device, which ends the first session", async () => {
  expect((await join(own)).status).toBe(200);
  const first = cookie();
  expect((await join(own)).body).toMatchObject({ code: "guest-active" });
  expect(await heldBy(first)).toBe("Nina");
  expect((await join(own, "replace")).body).toEqual({ groupId: group });
  const second = cookie();
  expect(await heldBy(second)).toBe("Nina");
  expect(await heldBy(first)).toBeNull();
  expect(await told(first)).toBe("Your session as Nina has ended. Ask Ana for a new link.");
  expect((await listed()).sessions).toHaveLength(1);
});

test("a link to the group ends nobody's session", async () => {
  await join(open);
  const first = cookie();
  expect((await join(open, "replace")).body).toMatchObject({ code: "guest-active" });
  expect(await heldBy(first)).toBe("Nina");
});

test("a used link of a guest does not claim them, moves them only some times, and ends with their session", async () => {
  await join(own);
  const cleo = await aPerson("Cleo");
  const params = { id: nina.id };
  expect((await call("claimPreview", { as: cleo, params, query: { token: own } })).status).toBe(404);
  expect((await call("claimGuest", { as: cleo, params, body: { token: own } })).status).toBe(404);
  for (let device = 2; device <= CAPS.devicesOfLink; device++) {
    expect((await join(own, "replace")).status).toBe(200);
  }
  const last = cookie();
  expect((await join(own, "replace")).body).toMatchObject({ code: "too-many-guests" });
  expect(await heldBy(last)).toBe("Nina");
  await done("endGuestSessions", ben, { params: { groupId: group, guestId: nina.id } });
  expect((await join(own, "replace")).status).toBe(404);
});

test("nobody claims a guest by signing in after a used link, unless a member has confirmed the device", async () => {
  const claims = async () => (await claimOf(cookie())).claims?.toHexString();
  await join(own);
  expect(await claims()).toBe(nina.id);
  const { sessions } = await collections();
  for (const ifActive of ["replace", undefined] as const) {
    // The second time, nobody takes part: the guest has logged out.
    if (!ifActive) await sessions.deleteMany({ user: nina._id });
    expect((await join(own, ifActive)).status).toBe(200);
    expect(await heldBy(cookie())).toBe("Nina");
    expect(await claims()).toBeUndefined();
  }
  await join(own, "ask");
  await answer("confirmDevice", (await listed()).waiting[0]!._id);
  expect(await claims()).toBe(nina.id);
});

test("used links of guests do not count toward the links of their creator", async () => {
  await join(own);
  const { links } = await collections();
  const count = () => links.countDocuments({ createdBy: ben._id });
  while ((await count()) < CAPS.links + 1) await newLink();
  const refused = await call("createLink", { as: ben, params: { groupId: group }, body: {} });
  expect(refused.body).toMatchObject({ code: "too-many-links" });
});

test("a member confirms a second device, which then takes part beside the first", async () => {
  await join(open);
  const first = cookie();
  const asked = await join(open, "ask");
  expect([asked.status, asked.body]).toEqual([200, { code: expect.stringMatching(/^\d{4}$/) }]);
  const second = cookie();
  const { code } = asked.body as { code: string };
  expect(await heldBy(second)).toBeNull();
  expect(await told(second)).toBe(
    `Ask Ben, or another member, to confirm that you are Nina. They see it on the group's screen, with the code ${code}.`,
  );
  const [waiting] = (await listed()).waiting;
  expect(waiting).toMatchObject({ device: "Chrome on Linux", code, invitedBy: { name: "Ben" } });
  expect((await answer("confirmDevice", waiting!._id)).status).toBe(200);
  expect([await heldBy(first), await heldBy(second)]).toEqual(["Nina", "Nina"]);
  const { sessions, waiting: left } = await listed();
  expect([sessions.length, left]).toEqual([2, []]);
  expect((await answer("confirmDevice", waiting!._id)).status).toBe(404);
});

test("a refused device never takes part; neither does one whose guest was logged out, claimed, or removed", async () => {
  const ask = async () => {
    await join(own, "ask");
    return { key: cookie(), id: (await listed()).waiting.at(-1)!._id };
  };
  const { key, id } = await ask();
  expect((await answer("refuseDevice", id, ben)).status).toBe(200);
  expect((await answer("confirmDevice", id)).status).toBe(404);
  const other = await ask();
  await done("endGuestSessions", ben, { params: { groupId: group, guestId: nina.id } });
  expect((await answer("confirmDevice", other.id)).status).toBe(404);
  const claimed = await ask();
  const cleo = await aPerson("Cleo");
  await done("claimGuest", cleo, { params: { id: nina.id }, body: { token: own } });
  expect((await answer("confirmDevice", claimed.id)).status).toBe(404);
  nina = await aGuest(ana, groupId, "Olga");
  own = await newLink({ guestId: nina.id });
  const removed = await ask();
  await done("removeMember", ana, { params: { groupId: group }, body: { userId: nina.id } });
  expect((await answer("confirmDevice", removed.id)).status).toBe(404);
  for (const one of [key, other.key, claimed.key, removed.key]) expect(await heldBy(one)).toBeNull();
});

test("a device does not wait for an account that has claimed its guest", async () => {
  await join(own, "ask");
  const { _id } = (await listed()).waiting[0]!;
  const cleo = await aPerson("Cleo");
  // Without a group, an account takes over the guest's id.
  await aGroup("Own", [cleo]);
  await done("claimGuest", cleo, { params: { id: nina.id }, body: { token: own } });
  const { groups } = await collections();
  expect((await groups.findOne({ _id: groupId }))!.waiting).toEqual([]);
  expect((await answer("confirmDevice", _id)).status).toBe(404);
});

test("a member who is removed leaves no device that waits", async () => {
  await join(open, "ask");
  await done("removeMember", ana, { params: { groupId: group }, body: { userId: ben.id } });
  expect((await listed()).waiting).toEqual([]);
});

test("a device that asked with a link that is revoked waits no longer", async () => {
  await join(own, "ask");
  const device = (await listed()).waiting[0]!._id;
  await join(open, "ask");
  const { links } = await collections();
  const link = await links.findOne({ guest: nina._id });
  await done("revokeLink", ben, { params: { groupId: group, linkId: String(link!._id) } });
  expect((await answer("confirmDevice", device)).status).toBe(404);
  expect((await listed()).waiting).toHaveLength(1);
});

test("so does one that asked with a payment that was sent", async () => {
  const eventId = String(await anEvent(groupId, "Dinner", [ben, nina]));
  const body = { eventId, paidBy: ben.id, description: "Soup", amount: 10, splitWith: [nina.id] };
  await done("createExpense", ben, { body });
  const [debt] = await done<{ _id: string }[]>("listSettlements", ben, { query: { eventId } });
  const sent = await done<{ _id: string; url: string }>("createSharedLink", ben, {
    params: { eventId },
    body: { settlementId: debt!._id },
  });
  await join(tokenOf(sent), "ask");
  expect((await listed()).waiting).toHaveLength(1);
  await done("revokeSharedLink", ben, { params: { eventId, linkId: sent._id } });
  expect((await listed()).waiting).toEqual([]);
});

test("a device waits for an hour", async () => {
  await join(open, "ask");
  const [key, [waiting]] = [cookie(), (await listed()).waiting];
  const { groups } = await collections();
  await groups.updateOne({ _id: groupId }, { $set: { "waiting.0.at": new Date(Date.now() - 3_600_001) } });
  expect((await listed()).waiting).toEqual([]);
  expect((await answer("confirmDevice", waiting!._id)).status).toBe(404);
  expect(await told(key)).toBe(
    "This device is not confirmed. Open your link again, or ask a member of the group for one.",
  );
});

describe("with the link of a statement", () => {
  let token: string;
  let linkId: string;
  let eventId: string;
  const ask = (name: string, body: object = { ifActive: "ask" }, as: Viewer | null = null) =>
    call("joinByLink", { as, params: { token }, body: { name, ...body } });

  beforeEach(async () => {
    eventId = String(await anEvent(groupId, "Dinner", [ben]));
    const body = { eventId, paidBy: ben.id, description: "Soup", amount: 10, splitWith: [nina.id] };
    await done("createExpense", ben, { body });
    const made = await done<NewLink>("createSharedLink", ben, { params: { eventId }, body: {} });
    [linkId, token] = [made._id, tokenOf(made)];
  });

  test("a guest of the event asks by name, and takes part once a member has confirmed", async () => {
    expect((await ask(" NINA ")).body).toEqual({ code: expect.stringMatching(/^\d{4}$/) });
    const key = cookie();
    expect(await heldBy(key)).toBeNull();
    const [waiting] = (await listed()).waiting;
    expect(waiting).toMatchObject({ invitedBy: { name: "Ben" } });
    // Neither the group's title nor who created it.
    expect(await told(key)).not.toMatch(/Trip|Ana/);
    await answer("confirmDevice", waiting!._id);
    expect(await heldBy(key)).toBe("Nina");
  });

  test("a refused device learns nothing of the group", async () => {
    await ask("Nina");
    await answer("refuseDevice", (await listed()).waiting[0]!._id);
    expect(await told(cookie())).not.toMatch(/Trip|Ana|Nina/);
  });

  test("nobody asks for a guest of another event, for a member, or by the id or as a new guest", async () => {
    const dora = await aGuest(ana, groupId, "Dora");
    for (const name of ["Dora", "Ben", "Eve"]) expect((await ask(name)).status).toBe(404);
    for (const [body, status] of [
      [{ name: "Eve" }, 404],
      [{ guestId: nina.id }, 404],
      [{ guestId: nina.id, ifActive: "replace" }, 404],
      [{ guestId: dora.id, ifActive: "ask" }, 404],
    ] as const) {
      expect((await call("joinByLink", { as: null, params: { token }, body })).status).toBe(status);
    }
    expect((await ask("Nina", undefined, ana)).body).toMatchObject({ code: "wrong-actor" });
    expect((await listed()).waiting).toEqual([]);
  });

  test("nobody asks for a guest who is no longer in the event", async () => {
    const [soup] = await done<Expense[]>("listExpenses", ben, { query: { eventId } });
    await done("deleteExpense", ben, { params: { expenseId: soup!._id } });
    expect((await ask("Nina")).status).toBe(404);
  });

  test("a device waits no longer when the link is revoked, and none asks of a deleted event", async () => {
    await ask("Nina");
    await done("revokeSharedLink", ben, { params: { eventId, linkId } });
    expect((await listed()).waiting).toEqual([]);
    expect((await ask("Nina")).status).toBe(404);
    const made = await done<NewLink>("createSharedLink", ben, { params: { eventId }, body: {} });
    token = tokenOf(made);
    await done("deleteEvent", ben, { params: { eventId } });
    expect((await ask("Nina")).status).toBe(404);
  });
});

test("only members answer, and only for devices of their group; outsiders read nothing", async () => {
  await join(open, "ask");
  const { _id } = (await listed()).waiting[0]!;
  const eva = await aPerson("Eva");
  const other = String(await aGroup("Other", [eva]));
  for (const [as, status] of [
    [eva, 404],
    [nina, 404],
  ] as const) {
    expect((await answer("confirmDevice", _id, as)).status).toBe(status);
    expect((await answer("refuseDevice", _id, as)).status).toBe(status);
    expect((await call("listGuests", { as, params: { groupId: group } })).status).toBe(status);
  }
  const params = { groupId: other, deviceId: _id };
  expect((await call("confirmDevice", { as: eva, params })).status).toBe(404);
  expect((await answer("confirmDevice", "no-id")).status).toBe(404);
  expect((await listed()).waiting).toHaveLength(1);
});

test("nobody with a session asks, and a link for another guest asks for nobody", async () => {
  const before = joinedSession();
  const olga = await aGuest(ben, await aGroup("Other", [ben]), "Olga");
  for (const as of [ana, olga]) {
    expect((await join(open, "ask", as)).body).toMatchObject({ code: "wrong-actor" });
  }
  const dora = await aGuest(ana, groupId, "Dora");
  const foreign = await call("joinByLink", {
    as: null,
    params: { token: own },
    body: { guestId: dora.id, ifActive: "ask" },
  });
  expect(foreign.status).toBe(404);
  for (const token of ["AAAAAAAAAAAAAAAAAAAAAA", ""]) expect((await join(token, "ask")).status).toBe(404);
  expect((await listed()).waiting).toEqual([]);
  expect(joinedSession()).toBe(before);
});

test("only some devices wait at once; who asks from few addresses ends only what they asked themselves", async () => {
  const waiting = async () => (await listed()).waiting.map(({ code }) => code);
  const ask = async (address: string) =>
    ((await join(open, "ask", null, address)).body as { code: string }).code;
  const guests = [await ask("192.0.2.1"), await ask("2001:db8::1")];
  for (let device = 0; device < 30; device++) {
    await ask(device % 2 ? `198.51.100.${device % 8}` : `2001:db8:0:${device % 8}1::${device}`);
    expect(await waiting()).toEqual(expect.arrayContaining(guests));
  }
  expect(await waiting()).toHaveLength(CAPS.devicesWaiting);
  // Nobody is kept out.
  const last = await ask("203.0.113.1");
  expect(await waiting()).toContain(last);
});

test("a link tells who takes part on another device: a guest's own link only the guest", async () => {
  await join(open);
  const dora = await aGuest(ana, groupId, "Dora");
  const offered = async (token: string) => {
    const request = new Request(`http://localhost:3000/api/join/${token}`);
    const response = await GET(request, { params: Promise.resolve({ token }) });
    const { guests, active } = joinOffer.parse(await response.json());
    return [guests, active].map((list) => list?.map(({ name }) => name));
  };
  expect(await offered(open)).toEqual([["Dora"], ["Nina"]]);
  expect(await offered(own)).toEqual([[], ["Nina"]]);
  expect(await offered(await newLink({ guestId: dora.id }))).toEqual([["Dora"], []]);
});

test("two devices replace the first at once: one session is left, and its cookie is the last one's", async () => {
  await join(own);
  for (let position = 0; position < 20; position++) {
    const { links, sessions } = await collections();
    await links.updateMany({ guest: nina._id }, { $set: { uses: 1 } });
    const move = () => join(own, "replace");
    const outcome = await interleave(position, move, move);
    if (!outcome) break;
    expect([outcome.call.status, outcome.other.status]).toEqual([200, 200]);
    expect(await sessions.countDocuments({ user: nina._id })).toBe(1);
  }
});
