import { type CommandStartedEvent, ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { CAPS } from "@/lib/core/limits";
import { daysAgo } from "@/lib/core/text/dates";
import type { Activity } from "@/lib/contract/activity";
import type { ClaimBalance, ClaimPreview } from "@/lib/contract/guests";
import type { Expense } from "@/lib/contract/expenses";
import type { GroupRequest } from "@/lib/contract/requests";
import type { Group } from "@/lib/contract/groups";
import type { OperationName } from "@/lib/contract/operations";
import type { Profile } from "@/lib/contract/people";
import { claimOffer } from "@/lib/views/guests";
import { listOpenOf, noteOpened } from "@/lib/db/guests/claims";
import { getDb } from "@/lib/db/client";
import { collections } from "@/lib/db/collections";
import { createLink } from "@/lib/db/links";
import { beginSession } from "@/lib/db/account/sessions";
import { addPushDevice, listPushDevices } from "@/lib/db/notices/push";
import { aSubscription } from "@/testing/operations";
import { expectSound } from "@/testing/violations";
import { useTestDatabase } from "@/testing/database";
import { aGroup, aGuest, anEvent, aPerson, befriend } from "@/testing/people";
import { interleave } from "@/testing/interleave";
import { NEXT_POSITION } from "@/packages/embedded-mongodb/src/testing/runs";
import { joinedSession, SID } from "@/testing/session";
import { call, done } from "@/testing/api/call";
import { ICON } from "@/testing/api/world";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let nina: Viewer;
let groupId: ObjectId;
let group: string;
let event: string;

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  await (await collections()).sessions.deleteMany({});
  [ana, ben] = await Promise.all([aPerson("Ana"), aPerson("Ben")]);
  groupId = await aGroup("Trip", [ana, ben]);
  group = groupId.toHexString();
  nina = await aGuest(ana, groupId, "Nina");
  event = (await anEvent(groupId, "Dinner", [ana, ben, nina])).toHexString();
  await spend(nina, 30, [ana, ben, nina]);
  await spend(ana, 10, [nina, ben]);
});

async function spend(by: Viewer, amount: number, among: Viewer[], more: object = {}): Promise<string> {
  const splitWith = among.map(({ id }) => id);
  const body = { eventId: event, description: `By ${by.name}`, amount, splitWith, ...more };
  return (await done("createExpense", by, { body }))._id;
}

const tokenFor = async (guest = nina) => (await createLink(ben._id, groupId, guest._id)).token;
const preview = (as: Viewer, query: Record<string, string> = {}) =>
  call("claimPreview", { as, params: { id: nina.id }, query });
const claim = (as: Viewer, body: object = {}) => call("claimGuest", { as, params: { id: nina.id }, body });

/** A session of the account that has replaced the guest's, as after signing in from it. */
async function signedInFromGuest(as: Viewer, guest = nina): Promise<void> {
  const { sessions } = await collections();
  await sessions.deleteMany({ _id: new ObjectId(SID) });
  const _id = await beginSession(as._id, "Chrome on Linux", daysAgo(-1), new Date(), {
    claims: guest._id,
    invitedBy: ben._id,
  });
  const begun = (await sessions.findOneAndDelete({ _id }))!;
  await sessions.insertOne({ ...begun, _id: new ObjectId(SID) });
}

const inWords = (rows: ClaimBalance[]) =>
  rows.map((row) => `${row.of.name} ${row.with.name} ${row.amount}`).sort();

/** Everything that names the guest, but their own former document and the activity that tells of them. */
async function expectGone(guest: Viewer): Promise<void> {
  const { users, activities, ...all } = await collections();
  const hex = guest.id;
  for (const collection of Object.values(all)) {
    const documents = JSON.stringify(await collection.find().toArray());
    expect([collection.collectionName, documents.includes(hex)]).toEqual([collection.collectionName, false]);
  }
  expect(JSON.stringify(await activities.find().toArray())).not.toContain(hex);
  expect(await users.findOne({ _id: guest._id })).toMatchObject({ claimedBy: expect.anything() as unknown });
}

test("a new account takes over the guest's document, with all balances as they were", async () => {
  const nora = await aPerson("Nora Lee");
  await signedInFromGuest(nora);
  const shown = (await preview(nora)).body as ClaimPreview;
  expect(inWords(shown.before)).toEqual(["Nina Ana 5", "Nina Ben 10"]);
  expect(inWords(shown.after)).toEqual(["Nora Lee Ana 5", "Nora Lee Ben 10"]);
  expect(shown.dropped).toEqual([]);
  const device = { userId: nora._id, sessionId: new ObjectId(SID), device: "Chrome on Linux" };
  await addPushDevice({ ...device, ...aSubscription("noras") });
  const { expenses, users, sessions, notices } = await collections();
  const at = new Date();
  const summary = { kind: "summary" as const, key: "summary:2026-11", month: "2026-11" };
  const none = { groupId: null, eventId: null, activities: [], at, openUntil: at, read: false };
  await notices.insertOne({ _id: new ObjectId(), userId: nora._id, ...summary, ...none });
  const before = await expenses.find({ groupId }).toArray();
  expect((await claim(nora)).body).toEqual({ groupId: group });
  expect(await notices.countDocuments({ userId: nina._id, kind: "summary" })).toBe(1);
  expect(await expenses.find({ groupId }).toArray()).toEqual(before);
  expect(await users.findOne({ _id: nina._id })).toMatchObject({ name: "Nora Lee", email: nora.email });
  expect(await users.findOne({ guest: groupId })).toBeNull();
  expect(await users.findOne({ _id: nora._id })).toBeNull();
  // The session stays, and is the account's under its new id.
  expect(joinedSession()).toEqual({ user: nina._id, session: new ObjectId(SID) });
  expect(await sessions.findOne({ _id: new ObjectId(SID) })).toMatchObject({ user: nina._id });
  expect(await listPushDevices(nina._id)).toHaveLength(1);
  expect(await listPushDevices(nora._id)).toEqual([]);
  const { guest: _, ...self } = { ...nina, name: "Nora Lee", email: nora.email };
  const { members } = await done<Group>("getGroup", self, { params: { groupId: group } });
  expect(members.map(({ name, guest = false }) => [name, guest])).toContainEqual(["Nora Lee", false]);
  const profile = await done<Profile>("getUser", self, { params: { id: ben.id } });
  expect(profile.relationship).toBe("friends");
  const [told] = await done<Activity[]>("groupActivity", ana, { params: { groupId: group } });
  expect(told).toMatchObject({ kind: "guest-claimed", actor: { name: "Nora Lee" }, title: "Nina" });
  expect((await claim(self)).status).toBe(404);
  await expectSound();
});

test("an edit that changes no money leaves the odd cent where it is, although another id has taken its place", async () => {
  const zoe = await aGuest(ana, groupId, "Zoe");
  // The odd cent depends on the id: of some, it is not Ana's.
  const odd: string[] = [];
  for (let count = 0; count < 6; count++) odd.push(await spend(nina, 0.04, [ana, nina, zoe]));
  const cleo = await aPerson("Cleo");
  await aGroup("Own", [cleo]);
  await claim(cleo, { token: await tokenFor() });
  const sharesOf = ({ shares }: Expense) => new Map(shares.map(({ user, amount }) => [user, amount]));
  const body = { description: "Mints", amount: 0.04, splitWith: [ana.id, cleo.id, zoe.id] };
  for (const expenseId of odd) {
    const before = sharesOf(await done<Expense>("getExpense", cleo, { params: { expenseId } }));
    const renamed = await done<Expense>("editExpense", cleo, { params: { expenseId }, body });
    expect(renamed.description).toBe("Mints");
    expect(sharesOf(renamed)).toEqual(before);
  }
  const params = { expenseId: odd[0]! };
  const larger = await done<Expense>("editExpense", cleo, { params, body: { ...body, amount: 0.07 } });
  expect(larger.shares.map(({ amount }) => amount).sort()).toEqual([0.02, 0.02, 0.03]);
  await expectSound();
});

test("an existing account takes over everything in the group, to the cent", async () => {
  const cleo = await aPerson("Cleo");
  await aGroup("Own", [cleo]);
  const deleted = await spend(nina, 9, [ana, nina]);
  await done("deleteExpense", nina, { params: { expenseId: deleted } });
  const commented = await spend(ben, 0.05, [ana, ben, nina]);
  await done("addComment", nina, { params: { expenseId: commented }, body: { text: "Five cents" } });
  const open = await listOpenOf(nina._id, groupId);
  const paid = open.find((one) => one.with.equals(ana._id))!;
  const { settlements } = await collections();
  const stored = await settlements.findOne({ pair: paid.pair, settled: false });
  await done("settle", nina, { params: { id: String(stored!._id) }, body: { settled: true } });
  await beginSession(nina._id, "Chrome on Android", daysAgo(-1));

  const token = await tokenFor();
  const shown = (await preview(cleo, { token })).body as ClaimPreview;
  expect((await claim(cleo, { token })).body).toEqual({ groupId: group });
  await expectGone(nina);
  await expectSound();
  const now = await listOpenOf(cleo._id, groupId);
  expect(now.map(({ cents }) => cents / 100).sort()).toEqual(shown.after.map(({ amount }) => amount).sort());
  // Deleted expenses are restored with their new payer, and comments have their new author.
  const restored = await done<Expense>("restoreExpense", cleo, { params: { expenseId: deleted } });
  expect(restored.paidBy.name).toBe("Cleo");
  const history = await done<Activity[]>("expenseActivity", ana, { params: { expenseId: commented } });
  expect(history.map(({ actor }) => actor.name)).toContain("Cleo");
  await expectSound();
});

test("an account that declined an invitation is not a new one, and keeps its name in the activity", async () => {
  const cleo = await aPerson("Cleo");
  await befriend(ana, cleo);
  await done("inviteToGroup", ana, { params: { groupId: group }, body: { toUserId: cleo.id } });
  const [invitation] = await done<GroupRequest[]>("listGroupRequests", cleo);
  await done("ignoreGroupRequest", cleo, { params: { id: invitation!._id } });
  await done("deleteFriend", cleo, { params: { friendId: ana.id } });
  expect((await claim(cleo, { token: await tokenFor() })).body).toEqual({ groupId: group });
  const told = await done<Activity[]>("groupActivity", ana, { params: { groupId: group } });
  const namesOf = (kind: string) =>
    told
      .filter((one) => one.kind === kind)
      .flatMap(({ actor, people }) => [actor, ...people].map(({ name }) => name));
  expect(namesOf("member-invited")).toEqual(["Ana", "Cleo"]);
  expect(namesOf("invitation-declined")).toEqual(["Cleo", "Cleo"]);
  await expectGone(nina);
  await expectSound();
});

test("what is between the two disappears, and is listed; what others owe stays the same", async () => {
  // Cleo is a member who shares expenses with the guest, in each way of splitting.
  const cleo = await aPerson("Cleo");
  const { token: open } = await createLink(ben._id, groupId);
  await done("joinByLink", cleo, { params: { token: open }, body: {} });
  await spend(cleo, 20, [cleo, nina, ben]);
  const values = (list: [Viewer, number][]) => list.map(([{ id }, value]) => ({ user: id, value }));
  const both = [cleo, nina, ana];
  const uneven = (mode: string, list: [Viewer, number][]) => ({ split: { mode, values: values(list) } });
  const percent: [Viewer, number][] = [
    [cleo, 33.33],
    [nina, 33.33],
    [ana, 33.34],
  ];
  await spend(ben, 10.01, both, uneven("percent", percent));
  await spend(
    ben,
    10.01,
    both,
    uneven("shares", [
      [cleo, 1],
      [nina, 2],
      [ana, 4],
    ]),
  );
  await spend(
    ana,
    10,
    both,
    uneven("adjust", [
      [cleo, 1],
      [nina, -1],
      [ana, 0.5],
    ]),
  );
  await spend(ana, 9, both, {
    payers: [
      { user: cleo.id, amount: 4 },
      { user: nina.id, amount: 5 },
    ],
  });
  const between = async (a: Viewer, b: Viewer) =>
    (await listOpenOf(a._id, groupId)).filter((one) => one.with.equals(b._id)).map(({ cents }) => cents);
  const [anaAndBen] = await between(ana, ben);
  const sum = async (who: Viewer) =>
    (await between(who, cleo)).concat(await between(who, nina)).reduce((total, cents) => total + cents, 0);
  const owed = { ana: await sum(ana), ben: await sum(ben) };
  const [dropped] = await between(cleo, nina);

  const token = await tokenFor();
  const shown = (await preview(cleo, { token })).body as ClaimPreview;
  const pairs = shown.before.map((row) => [row.of.name, row.with.name].sort().join());
  expect(pairs.filter((pair) => pair === "Cleo,Nina")).toHaveLength(1);
  expect(shown.dropped.map(({ with: other, amount }) => [other.name, amount])).toEqual([
    ["Nina", dropped! / 100],
  ]);
  expect((await claim(cleo, { token })).status).toBe(200);
  expect(await between(ana, ben)).toEqual([anaAndBen]);
  expect([await sum(ana), await sum(ben)]).toEqual([owed.ana, owed.ben]);
  await expectGone(nina);
  await expectSound();
});

test("only who has the guest's link, or was the guest, claims, once", async () => {
  const [cleo, dan] = [await aPerson("Cleo"), await aPerson("Dan")];
  const [token, other] = [await tokenFor(), await tokenFor(await aGuest(ana, groupId, "Olga"))];
  const { token: forAll } = await createLink(ben._id, groupId);
  const wrong: Record<string, string>[] = [
    {},
    { token: other },
    { token: forAll },
    { token: "AAAAAAAAAAAAAAAAAAAAAA" },
  ];
  for (const query of wrong) {
    expect([(await preview(cleo, query)).status, (await claim(cleo, query)).status]).toEqual([404, 404]);
  }
  // A guest claims nobody.
  expect([(await preview(nina, { token })).status, (await claim(nina, { token })).status]).toEqual([
    404, 404,
  ]);
  expect((await claim(cleo, { token })).status).toBe(200);
  expect((await claim(dan, { token })).status).toBe(404);
  await signedInFromGuest(dan);
  expect((await claim(dan)).status).toBe(404);
  await expectSound();
});

test("the guest's link of someone who blocked them does not work, but what they had as the guest is theirs", async () => {
  const cleo = await aPerson("Cleo");
  const token = await tokenFor();
  await done("blockUser", ben, { body: { blockedId: cleo.id } });
  expect([(await preview(cleo, { token })).status, (await claim(cleo, { token })).status]).toEqual([
    404, 404,
  ]);
  await signedInFromGuest(cleo);
  await noteOpened({ actor: cleo._id, sessionId: new ObjectId(SID), guestId: nina._id, token });
  expect((await claim(cleo)).status).toBe(200);
});

test("who has opened the guest's link may claim without it, until it ends", async () => {
  const { sessions } = await collections();
  const cleo = await aPerson("Cleo");
  const begun = await beginSession(cleo._id, "Chrome on Linux", daysAgo(-1));
  await sessions.insertOne({ ...(await sessions.findOneAndDelete({ _id: begun }))!, _id: new ObjectId(SID) });
  const open = (token: string) =>
    noteOpened({ actor: cleo._id, sessionId: new ObjectId(SID), guestId: nina._id, token });
  const offered = async () => claimOffer({ ...cleo, claims: nina.id });

  await open("AAAAAAAAAAAAAAAAAAAAAA");
  expect([await offered(), (await preview(cleo)).status]).toEqual([null, 404]);
  const revoked = await createLink(ben._id, groupId, nina._id);
  await open(revoked.token);
  expect(await offered()).toMatchObject({ guest: { name: "Nina" }, group: { title: "Trip" } });
  await done("revokeLink", ben, { params: { groupId: group, linkId: revoked.link._id.toHexString() } });
  expect([await offered(), (await claim(cleo)).status]).toEqual([null, 404]);

  // Another link, before it is noted.
  expect((await preview(cleo, { token: await tokenFor() })).status).toBe(200);
  await open(await tokenFor());
  const decline = async (as: Viewer, id = nina.id) =>
    (await call("declineClaim", { as, params: { id } })).status;
  expect([await decline(ben), await decline(cleo, ben.id)]).toEqual([404, 404]);
  expect(await offered()).not.toBeNull();
  expect([await decline(cleo), await decline(cleo)]).toEqual([200, 404]);
  expect([await offered(), (await preview(cleo)).status]).toEqual([null, 404]);
  await open(await tokenFor());
  expect((await claim(cleo)).status).toBe(200);
  // It was used up.
  expect(await (await collections()).links.countDocuments({ guest: nina._id })).toBe(0);
  await expectSound();

  // The right of a session that has replaced a guest's is not narrowed.
  const olga = await aGuest(ana, groupId, "Olga");
  const dan = await aPerson("Dan");
  await signedInFromGuest(dan, olga);
  const { token, link } = await createLink(ben._id, groupId, olga._id);
  await noteOpened({ actor: dan._id, sessionId: new ObjectId(SID), guestId: olga._id, token });
  await done("revokeLink", ben, { params: { groupId: group, linkId: link._id.toHexString() } });
  expect((await call("claimGuest", { as: dan, params: { id: olga.id }, body: {} })).status).toBe(200);
});

test("a member who signs a guest out takes the right to claim them, too", async () => {
  const cleo = await aPerson("Cleo");
  await signedInFromGuest(cleo);
  expect((await preview(cleo)).status).toBe(200);
  await done("endGuestSessions", ben, { params: { groupId: group, guestId: nina.id } });
  expect((await claim(cleo)).status).toBe(404);
});

test("only what names the guest is written", async () => {
  const { activities } = await collections();
  const bare = await aGuest(ana, groupId, "Dan");
  const params = { expenseId: await spend(ana, 4, [ana, ben]) };
  for (const amount of [5, 6, 7]) {
    const body = { description: "Bread", amount, splitWith: [ana.id, ben.id] };
    await done("editExpense", ana, { params, body });
  }
  const cleo = await aPerson("Cleo");
  await aGroup("Own", [cleo]);
  const named = await activities.countDocuments({ groupId, people: bare._id });
  const written: Record<string, number> = {};
  const { client } = await getDb();
  const note = ({ command }: CommandStartedEvent) => {
    const { update, updates } = command as { update?: string; updates?: unknown[] };
    if (update && updates) written[update] = (written[update] ?? 0) + updates.length;
  };
  client.on("commandStarted", note);
  const { token } = await createLink(ben._id, groupId, bare._id);
  const { status } = await call("claimGuest", { as: cleo, params: { id: bare.id }, body: { token } });
  client.off("commandStarted", note);
  expect([status, written.activities]).toEqual([200, named]);
  expect(written.expenses).toBeUndefined();
  await expectGone(bare);
});

test("a guest with very many expenses and changes stays a guest for existing accounts", async () => {
  const { expenses } = await collections();
  const [one] = await expenses.find({ groupId }).toArray();
  const { activities } = await collections();
  const entry = (await activities.findOne({ groupId }))!;
  // Later than all others, so that they are deleted as a range.
  const idOf = (index: number) => new ObjectId(`f${index.toString(16).padStart(23, "0")}`);
  const copies = Array.from({ length: CAPS.claimed / 2 }, (_, index) => ({ _id: idOf(index) }));
  const many = copies.map(({ _id }) => ({ ...one!, _id }));
  const changes = copies.map(({ _id }) => ({ ...entry, _id, people: [nina._id] }));
  await expenses.insertMany(many);
  await activities.insertMany(changes);
  const cleo = await aPerson("Cleo");
  await aGroup("Own", [cleo]);
  const token = await tokenFor();
  const refused = await claim(cleo, { token });
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({ code: "too-much-to-claim", error: expect.stringContaining("5,000") as string }),
  ]);
  // Refused as a whole: the link still works.
  expect((await preview(cleo, { token })).status).toBe(200);
  const ids = { _id: { $gte: idOf(0) } };
  await expenses.deleteMany(ids);
  await activities.deleteMany(ids);
});

const MOST_POSITIONS = 40;

test("two people claim the same guest at once: one does, and the other finds nobody", async () => {
  let tried = 0;
  for (let position = 0; position < MOST_POSITIONS; position += 3) {
    const guest = await aGuest(ana, groupId, `Guest ${position}`);
    const body = { eventId: event, description: "Bread", amount: 3, splitWith: [guest.id, ana.id] };
    await done("createExpense", ana, { body });
    const [cleo, dan] = [await aPerson("Cleo"), await aPerson("Dan")];
    for (const one of [cleo, dan]) await aGroup("Own", [one]);
    const as = async (who: Viewer) => {
      const { token } = await createLink(ben._id, groupId, guest._id);
      return () => call("claimGuest", { as: who, params: { id: guest.id }, body: { token } });
    };
    const outcome = await interleave(position, await as(cleo), await as(dan));
    if (!outcome) break;
    tried += 1;
    expect([outcome.call.status, outcome.other.status].sort()).toEqual([200, 404]);
  }
  expect(tried).toBeGreaterThan(4);
  await expectSound();
});

test.each<[OperationName, (other: Viewer) => object]>([
  ["createGroup", () => ({ body: { title: "New", icon: ICON, members: [], guests: ["Zoe"] } })],
  ["createOwnLink", () => ({})],
  ["sendFriendRequest", (other) => ({ body: { to: other.id } })],
])(
  "%s by a new account that becomes the guest at that moment is not left to its old id",
  async (name, of) => {
    const outcomes = new Set<string>();
    for (let position = 0; position < MOST_POSITIONS; position += NEXT_POSITION) {
      const guest = await aGuest(ana, groupId, `Guest ${position}`);
      const nora = await aPerson("Nora");
      const { token } = await createLink(ben._id, groupId, guest._id);
      const outcome = await interleave(
        position,
        () => call(name, { as: nora, ...of(ana) }),
        () => call("claimGuest", { as: nora, params: { id: guest.id }, body: { token } }),
      );
      if (!outcome) break;
      expect(outcome.other.status).toBe(200);
      outcomes.add(outcome.call.status === 404 ? "refused" : "done");
    }
    expect([...outcomes].sort()).toEqual(["done", "refused"]);
    await expectSound();
  },
);

test("an expense that is edited while its guest is claimed is never left behind", async () => {
  let tried = 0;
  for (let position = 0; position < MOST_POSITIONS; position += 3) {
    const guest = await aGuest(ana, groupId, `Guest ${position}`);
    const body = { eventId: event, description: "Bread", amount: 3, splitWith: [guest.id, ana.id] };
    const { _id: expenseId } = await done("createExpense", ana, { body });
    const cleo = await aPerson("Cleo");
    await aGroup("Own", [cleo]);
    const { token } = await createLink(ben._id, groupId, guest._id);
    const outcome = await interleave(
      position,
      () => call("claimGuest", { as: cleo, params: { id: guest.id }, body: { token } }),
      () => call("editExpense", { as: ana, params: { expenseId }, body: { ...body, amount: 7 } }),
    );
    if (!outcome) break;
    tried += 1;
    expect(outcome.call.status).toBe(200);
    // Edited before, or refused because the guest is not a member any more.
    expect([200, 409, 422]).toContain(outcome.other.status);
    await expectGone(guest);
  }
  expect(tried).toBeGreaterThan(4);
  await expectSound();
});
