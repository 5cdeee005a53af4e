import { ObjectId } from "mongodb";
import { MAX_AGE_SECONDS, newSession } from "@/lib/auth/session-token";
import { clearDatabase, countCommands, useTestDatabase } from "@/lib/testing/database";
import { collections } from "./collections";
import { deleteAccount } from "./delete-account";
import { endAllSessions, endSession, getSessionEpoch, getUserOfSession } from "./sessions";
import { findOrCreateUser } from "./users";

useTestDatabase();
beforeEach(clearDatabase);

const DAY_MS = 24 * 60 * 60 * 1000;

async function signIn(email: string) {
  const { _id } = await findOrCreateUser({ email, name: "Ana", image: null });
  return newSession(_id.toHexString(), await getSessionEpoch(_id));
}
const holds = async (session: { sub: string; sid: string; epoch: number }) =>
  (await getUserOfSession(session)) !== null;
const ended = async () => (await (await collections()).users.findOne({}))?.endedSessions ?? [];

it("returns the session's current user, with one command", async () => {
  const session = await signIn("ana@demo.test");
  await (await collections()).users.updateOne({}, { $set: { name: "Ana Almeida" } });
  const { result, commands } = await countCommands(() => getUserOfSession(session));
  expect(result).toEqual({
    _id: new ObjectId(session.sub),
    name: "Ana Almeida",
    email: "ana@demo.test",
    image: null,
  });
  expect(commands).toEqual(["find"]);
});

it("returns null for a deleted user", async () => {
  const before = await signIn("ana@demo.test");
  const user = new ObjectId(before.sub);
  await deleteAccount(user);
  // Of a sign-in that found the user before the deletion.
  const during = newSession(before.sub, await getSessionEpoch(user));
  expect([await holds(before), await holds(during)]).toEqual([false, false]);
});

it("ends one session at once, and no other", async () => {
  const [here, there] = [await signIn("ana@demo.test"), await signIn("ana@demo.test")];
  await endSession(here, MAX_AGE_SECONDS);
  expect([await holds(here), await holds(there)]).toEqual([false, true]);
  await endSession(here, MAX_AGE_SECONDS);
  expect(await ended()).toHaveLength(1);
});

it("ends all sessions of a user at once, and nobody else's; a new one is valid", async () => {
  const before = [await signIn("ana@demo.test"), await signIn("ana@demo.test")];
  const other = await signIn("ben@demo.test");
  await endSession(before[0]!, MAX_AGE_SECONDS);
  await endAllSessions(new ObjectId(other.sub));
  await endAllSessions(new ObjectId(before[0]!.sub));
  expect(await Promise.all([...before, other].map(holds))).toEqual([false, false, false]);
  expect(await holds(await signIn("ana@demo.test"))).toBe(true);
  expect(await ended()).toEqual([]);
  await endAllSessions(new ObjectId(before[0]!.sub));
  expect(await getSessionEpoch(new ObjectId(before[0]!.sub))).toBe(2);
});

it("removes ended sessions whose cookies have expired", async () => {
  const old = await signIn("ana@demo.test");
  await endSession(old, MAX_AGE_SECONDS, new Date(Date.now() - 31 * DAY_MS));
  const recent = await signIn("ana@demo.test");
  await endSession(recent, MAX_AGE_SECONDS);
  expect((await ended()).map(({ sid }) => sid)).toEqual([recent.sid]);
});

it("limits their number: endless signing out ends all sessions", async () => {
  const first = await signIn("ana@demo.test");
  const other = await signIn("ana@demo.test");
  await endSession(first, MAX_AGE_SECONDS);
  for (let count = 0; count < 200; count++)
    await endSession({ ...other, sid: String(count) }, MAX_AGE_SECONDS);
  expect(await ended()).toEqual([]);
  expect([await holds(first), await holds(other)]).toEqual([false, false]);
  expect(await holds(await signIn("ana@demo.test"))).toBe(true);
});
