import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { block } from "@/lib/db/friends/blocks";
import { collections } from "@/lib/db/collections";
import { acceptFriendship, deleteFriendRequest, requestFriendship } from "@/lib/db/requests/friend";
import { deleteFriendship } from "@/lib/db/friends";
import { acceptInvitation, deleteInvitation, invite } from "@/lib/db/requests/group";
import { removeMember, updateGroup } from "@/lib/db/groups";
import { createExpense } from "@/lib/db/expenses";
import { remind } from "@/lib/db/notices/remind";
import { createToken } from "@/lib/db/account/tokens";
import { listUnsettled } from "@/lib/db/settlements/lists";
import { settle } from "@/lib/db/settlements";
import { groupIconUrl } from "@/lib/core/groups";
import { MAX_ROWS } from "@/lib/core/page";
import { daysAgo } from "@/lib/core/text/dates";
import { countCommands, countExamined, useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson, befriend } from "@/testing/people";
import { countRequests } from "./revision";
import { beginSession, getUserOfSession } from "./account/sessions";

useTestDatabase();

const END = daysAgo(-14);
const sessions = new Map<Viewer, ObjectId>();

/** As a poll reads it: with the session's check. */
async function readAs(person: Viewer) {
  const session = sessions.get(person) ?? (await beginSession(person._id, "Chrome on Android", END));
  sessions.set(person, session);
  return getUserOfSession({ sub: person.id, sid: session.toHexString() }, END, new Date(), "revision");
}
const revisionOf = async (person: Viewer) => (await readAs(person))?.revision;

/** Who of these people sees that `change` was made. */
async function seenBy(people: Record<string, Viewer>, change: () => Promise<unknown>): Promise<string[]> {
  const all = Object.entries(people);
  const before = await Promise.all(all.map(([, person]) => revisionOf(person)));
  await change();
  const after = await Promise.all(all.map(([, person]) => revisionOf(person)));
  return all.filter((_, index) => before[index] !== after[index]).map(([name]) => name);
}

test("one command, by index, with the session's check", async () => {
  const [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  for (let index = 0; index < 3; index++) await aGroup("Flat", [ben, await aPerson("Other")]);
  await aGroup("Trip", [ana, ben]);
  await readAs(ana);
  const { result, commands } = await countCommands(() => readAs(ana));
  expect(commands).toEqual(["aggregate"]);
  expect(result?.revision).toMatch(/^\d+-\w+$/);
  // The session, the user, the group, and the friendship.
  if (!process.env.TEST_MONGODB_URI) expect(await countExamined(() => readAs(ana))).toBeLessThan(6);
});

test("the count grows by one with each write in a group", async () => {
  const [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  const group = await aGroup("Trip", [ana, ben]);
  const event = await anEvent(group, "Day", [ana, ben]);
  const count = async () => parseInt((await revisionOf(ben)) ?? "");
  const before = await count();
  const splitWith = [ana._id, ben._id];
  const bread = { description: "Bread", cents: 1_000, splitWith };
  await createExpense({ _id: new ObjectId(), eventId: event, recorder: ana._id, ...bread });
  expect(await count()).toBe(before + 1);
  const [open] = await listUnsettled(event);
  await settle(ana._id, open!._id);
  expect(await count()).toBe(before + 2);
});

test("requests, invitations, and memberships reach those who see them", async () => {
  const people = { ana: await aPerson("Ana"), ben: await aPerson("Ben"), cleo: await aPerson("Cleo") };
  const { ana, ben, cleo } = people;
  let request: ObjectId;
  expect(
    await seenBy(people, async () => (request = (await requestFriendship(ana._id, ben._id))._id)),
  ).toEqual(["ben"]);
  expect(await seenBy(people, () => acceptFriendship(ben._id, request))).toEqual(["ana", "ben"]);
  await befriend(ben, cleo);
  const group = await aGroup("Trip", [ana]);
  let invitation: ObjectId;
  const invited = async () => (invitation = (await invite(ana._id, group, ben._id))._id);
  expect(await seenBy(people, invited)).toEqual(["ana", "ben"]);
  const renamed = { title: "Lisbon", icon: groupIconUrl("bee") };
  expect(await seenBy(people, () => updateGroup(ana._id, group, renamed, undefined))).toEqual(["ana", "ben"]);
  expect(await seenBy(people, () => anEvent(group, "Day", [ana]))).toEqual(["ana"]);
  expect(await seenBy(people, () => deleteInvitation(ben._id, invitation))).toEqual(["ana", "ben"]);
  await invited();
  expect(await seenBy(people, () => acceptInvitation(ben._id, invitation))).toEqual(["ana", "ben"]);
  expect(await seenBy(people, () => removeMember(ana._id, group, ben._id))).toEqual(["ana", "ben"]);
  expect(await seenBy(people, () => anEvent(group, "Later", [ana]))).toEqual(["ana"]);
  expect(await seenBy(people, () => deleteFriendship(ana._id, ben._id))).toEqual(["ana", "ben"]);
});

test("a reminder, and a token of the group, change nobody's screen but the bell of whom they concern", async () => {
  const people = { ana: await aPerson("Ana"), ben: await aPerson("Ben"), cleo: await aPerson("Cleo") };
  const { ana, ben, cleo } = people;
  const group = await aGroup("Trip", [ana, ben, cleo]);
  const event = await anEvent(group, "Day", [ana, ben]);
  const dinner = { description: "Dinner", cents: 2_000, splitWith: [ana._id, ben._id] };
  await createExpense({ _id: new ObjectId(), eventId: event, recorder: ana._id, ...dinner });
  const [open] = await listUnsettled(event);
  expect(await seenBy(people, () => remind(ana._id, open!._id))).toEqual([]);
  expect((await countRequests(ben._id)).notices).toBe(1);
  const token = { name: "Bank", scope: "read" as const, groupId: group, days: 1 };
  expect(await seenBy(people, () => createToken(ana._id, token))).toEqual([]);
});

test("the requests that wait are counted along, without those that are the user's own or ignored", async () => {
  const [ana, ben, cleo] = [await aPerson("Ana"), await aPerson("Ben"), await aPerson("Cleo")];
  const counted = async () => {
    const requests = (await readAs(ben))?.requests;
    expect(requests).toEqual(await countRequests(ben._id));
    return requests;
  };
  expect(await counted()).toEqual({ friend: 0, group: 0, notices: 0 });
  await requestFriendship(ben._id, cleo._id);
  const { _id } = await requestFriendship(ana._id, ben._id);
  const dan = await aPerson("Dan");
  await befriend(dan, ben);
  const invitations = [];
  for (const title of ["Trip", "Flat"])
    invitations.push(await invite(dan._id, await aGroup(title, [dan]), ben._id));
  expect(await counted()).toEqual({ friend: 1, group: 2, notices: 1 });
  await deleteFriendRequest(ben._id, _id);
  await deleteInvitation(ben._id, invitations[0]!._id);
  expect(await counted()).toEqual({ friend: 0, group: 1, notices: 0 });
});

test("of very many requests, as many are counted as a list shows", async () => {
  const [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  const { groupRequests } = await collections();
  const [from, to] = [ana._id, ben._id];
  const many = Array.from({ length: MAX_ROWS + 1 }, () => ({
    _id: new ObjectId(),
    groupId: new ObjectId(),
    from,
    to,
  }));
  await groupRequests.insertMany(many.map((each) => ({ ...each, createdAt: new Date() })));
  expect((await readAs(ben))?.requests).toEqual({ friend: 0, group: MAX_ROWS, notices: 0 });
  expect(await countRequests(to)).toEqual({ friend: 0, group: MAX_ROWS, notices: 0 });
});

test("who is ignored or blocked does not notice", async () => {
  const people = { ana: await aPerson("Ana"), ben: await aPerson("Ben"), cleo: await aPerson("Cleo") };
  const { ana, ben, cleo } = people;
  const { _id } = await requestFriendship(ana._id, ben._id);
  expect(await seenBy(people, () => deleteFriendRequest(ben._id, _id))).toEqual(["ben"]);
  expect(await seenBy(people, () => block(cleo._id, ana._id))).toEqual([]);
});
