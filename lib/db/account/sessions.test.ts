import { ObjectId } from "mongodb";
import { DAY_MS } from "@/lib/core/text/dates";
import { clearDatabase, countCommands, countExamined, useTestDatabase } from "@/testing/database";
import { collections, type SettlementDoc } from "../collections";
import { getDb } from "../client";
import { createGroup } from "../groups";
import { deleteAccount } from "./delete";
import { INDEXES } from "../indexes";
import { beginSession, endAllSessions, endSession, getUserOfSession, listSessions } from "./sessions";
import { findOrCreateUser, markActivitySeen } from "../people";

useTestDatabase();
beforeEach(clearDatabase);
afterEach(() => jest.restoreAllMocks());

const NOW = new Date("2026-11-24T13:30:00Z");
const [TODAY, TOMORROW] = [new Date("2026-11-24"), new Date("2026-11-25")];
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

async function aUser(email: string): Promise<ObjectId> {
  return (await findOrCreateUser({ email, name: "Ana", image: null }))._id;
}

/** Begins a session; returns what its token says. */
async function begin(user: ObjectId, device = "Chrome on Android", now = NOW) {
  const session = await beginSession(user, device, new Date(now.getTime() + 14 * DAY_MS), now);
  return { sub: user.toHexString(), sid: session.toHexString() };
}
const signIn = async (email: string) => begin(await aUser(email));
type Key = Awaited<ReturnType<typeof begin>>;
const holds = async (session: Key) => (await getUserOfSession(session, later(14), NOW)) !== null;
const end = ({ sub, sid }: Key) => endSession(new ObjectId(sub), new ObjectId(sid));
const stored = async ({ sid }: Key) => (await collections()).sessions.findOne({ _id: new ObjectId(sid) });

it("returns the session's current user, with one command, by index", async () => {
  const session = await signIn("ana@demo.test");
  await signIn("ben@demo.test");
  await (await collections()).users.updateOne({ email: "ana@demo.test" }, { $set: { name: "Ana Almeida" } });
  const read = () => getUserOfSession(session, later(14), NOW);
  const { result, commands } = await countCommands(read);
  expect(result).toEqual({
    _id: new ObjectId(session.sub),
    name: "Ana Almeida",
    email: "ana@demo.test",
    image: null,
  });
  expect(commands).toEqual(["aggregate"]);
  if (!process.env.TEST_MONGODB_URI) expect(await countExamined(read)).toBe(2);
});

it("belongs to its user only", async () => {
  const [ana, ben] = [await signIn("ana@demo.test"), await signIn("ben@demo.test")];
  expect(await holds({ sub: ben.sub, sid: ana.sid })).toBe(false);
  await expect(end({ sub: ben.sub, sid: ana.sid })).rejects.toMatchObject({ code: "not-found" });
  expect(await holds(ana)).toBe(true);
});

it("ends with the account, also if the sign-in found the user before the deletion", async () => {
  const user = await aUser("ana@demo.test");
  const before = await begin(user);
  await deleteAccount(user);
  expect(await stored(before)).toBeNull();
  const during = await begin(user);
  expect([await holds(before), await holds(during)]).toEqual([false, false]);
});

it("ends at once, and no other", async () => {
  const [here, there] = [await signIn("ana@demo.test"), await signIn("ana@demo.test")];
  await end(here);
  expect([await holds(here), await holds(there)]).toEqual([false, true]);
  await expect(end(here)).rejects.toMatchObject({ code: "not-found" });
});

it("ends with all sessions of the user, and nobody else's; a new one is valid", async () => {
  const before = [await signIn("ana@demo.test"), await signIn("ana@demo.test")];
  const other = await signIn("ben@demo.test");
  await endAllSessions(new ObjectId(before[0]!.sub));
  expect(await Promise.all([...before, other].map(holds))).toEqual([false, false, true]);
  expect(await holds(await signIn("ana@demo.test"))).toBe(true);
});

it("knows the day of its last use, which is written once a day", async () => {
  const session = await signIn("ana@demo.test");
  expect(await stored(session)).toMatchObject({ since: NOW, usedOn: TODAY, expiresAt: later(14) });
  const commandsAt = async (now: Date) => {
    const expiresAt = new Date(now.getTime() + 14 * DAY_MS);
    return (await countCommands(() => getUserOfSession(session, expiresAt, now))).commands;
  };
  expect(await commandsAt(later(0.4))).toEqual(["aggregate"]);
  expect(await commandsAt(later(1))).toEqual(["aggregate", "update"]);
  expect(await stored(session)).toMatchObject({ since: NOW, usedOn: TOMORROW, expiresAt: later(15) });
  expect(await commandsAt(later(1.2))).toEqual(["aggregate"]);
});

it("reads along the groups that have recent activity, and when it was looked at", async () => {
  const [session, other] = [await signIn("ana@demo.test"), await aUser("ben@demo.test")];
  const [user, { groups }] = [new ObjectId(session.sub), await collections()];
  const aGroup = async (creator: ObjectId) => {
    const group = { _id: new ObjectId(), title: "Flat", icon: "bee", invite: [] };
    return (await createGroup({ ...group, creator }))._id;
  };
  const [open, gone, old] = [await aGroup(user), await aGroup(user), await aGroup(user)];
  await aGroup(other);
  await groups.updateOne({ _id: gone }, { $set: { deletedAt: new Date() } });
  await groups.updateOne({ _id: old }, { $set: { deletedAt: new Date(0) } });
  const seen = new Date("2020-01-01");
  await markActivitySeen(user, seen);
  const { result, commands } = await countCommands(() => getUserOfSession(session, later(14), NOW, "groups"));
  expect([result?.groups?.map(({ _id }) => _id), result?.activitySeenAt]).toEqual([[open, gone], seen]);
  expect(commands).toEqual(["aggregate"]);
  expect(await getUserOfSession(session, later(14), NOW)).not.toHaveProperty("groups");
});

it("reads along whose debt a payment is, and is not valid because of it", async () => {
  const session = await signIn("ana@demo.test");
  const { settlements } = await collections();
  const debt = { _id: new ObjectId(), eventId: new ObjectId(), pair: "a.b" };
  await settlements.insertOne({ ...debt, net: 1 } as SettlementDoc);
  const read = (id?: string) => getUserOfSession(session, later(14), NOW, "settlement", id);
  const { result, commands } = await countCommands(() => read(debt._id.toHexString()));
  expect([result?.settlement, commands]).toEqual([debt, ["aggregate"]]);
  for (const id of [session.sid, "no id", undefined]) expect(await read(id)).not.toHaveProperty("settlement");
  await end(session);
  expect(await read(debt._id.toHexString())).toBeNull();
});

it("is valid where its use cannot be recorded", async () => {
  const session = await signIn("ana@demo.test");
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  const { sessions } = await collections();
  const full = jest.spyOn(Object.getPrototypeOf(sessions), "updateOne").mockRejectedValue(new Error("full"));
  expect(await getUserOfSession(session, later(15), later(1))).toMatchObject({ name: "Ana" });
  expect([full.mock.calls.length, log.mock.calls.length]).toEqual([1, 1]);
});

it("is listed, last used first, until it has expired, and then deleted", async () => {
  const user = await aUser("ana@demo.test");
  await begin(user, "Safari on iPhone", later(-14));
  const mac = await begin(user, "Safari on Mac", later(-2));
  await begin(user, "Chrome on Android", later(-1));
  await begin(await aUser("ben@demo.test"), "Firefox on Linux");
  await getUserOfSession(mac, later(14), NOW);
  const devices = (await listSessions(user, NOW)).map(({ device }) => device);
  expect(devices).toEqual(["Safari on Mac", "Chrome on Android"]);
  expect(INDEXES).toContainEqual(["sessions", { expiresAt: 1 }, { expireAfterSeconds: 0 }]);
});

it("is one of at most 100: a further sign-in ends the one that was used least recently", async () => {
  const user = await aUser("ana@demo.test");
  const oldest = await begin(user, "First", later(-3));
  const used = await begin(user, "Second", later(-3));
  await getUserOfSession(used, later(14), later(-1));
  for (let index = 0; index < 99; index++) await begin(user, "Further", later(-2));
  expect([await stored(oldest), (await stored(used))?.device]).toEqual([null, "Second"]);
  expect(await (await getDb()).collection("sessions").countDocuments({ user })).toBe(100);
});
