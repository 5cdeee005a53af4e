import type { Viewer } from "@/lib/server/access";
import type { Activity } from "@/lib/contract/activity";
import type { GroupRequest } from "@/lib/contract/requests";
import type { DeletedGroup, DeletedItem } from "@/lib/contract/groups";
import { collections } from "@/lib/db/collections";
import { expectSound } from "@/testing/violations";
import { useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson, befriend } from "@/testing/people";
import { call, done } from "@/testing/api/call";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

// Nothing vanishes with open payments in it: those who owe or are owed can bring it back.

let ana: Viewer;
let ben: Viewer;
let cleo: Viewer;
let groupId: string;
let eventId: string;

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  [ana, ben, cleo] = await Promise.all([aPerson("Ana"), aPerson("Ben"), aPerson("Cleo")]);
  const group = await aGroup("Flat", [ana, ben, cleo]);
  [groupId, eventId] = [String(group), String(await anEvent(group, "March", [ana, ben, cleo]))];
  const body = { eventId, description: "Rent", amount: 30, splitWith: [ana.id, ben.id] };
  await done("createExpense", ana, { body });
});

test("an event is restored by a member with an open payment in it, and by no other who did not create it", async () => {
  await done("deleteEvent", ana, { params: { eventId } });
  const shown = async (as: Viewer) =>
    (await done<DeletedItem[]>("listDeleted", as, { params: { groupId } })).map((one) => one.mayRestore);
  expect([await shown(ana), await shown(ben), await shown(cleo)]).toEqual([[true], [true], [false]]);
  for (const as of [ana, ben, cleo]) {
    const [last] = await done<Activity[]>("listActivity", as);
    expect(last).toMatchObject({ kind: "event-deleted", title: "March" });
  }
  expect((await call("restoreEvent", { as: cleo, params: { eventId } })).status).toBe(403);
  await done("restoreEvent", ben, { params: { eventId } });
  expect(await done("friendSummary", ben)).toMatchObject([{ _id: ana.id, amount: -15 }]);
  await expectSound();
});

test("who left and came back finds the event in which they have an open payment, and nothing else of before", async () => {
  const { _id } = await done<{ _id: string }>("createEvent", ana, {
    body: { groupId, title: "April", date: "2026-04-01", participants: [ana.id, ben.id] },
  });
  for (const id of [eventId, _id]) await done("deleteEvent", ana, { params: { eventId: id } });
  await done("removeMember", ben, { params: { groupId }, body: { userId: ben.id } });
  await befriend(ana, ben);
  await done("inviteToGroup", ana, { params: { groupId }, body: { toUserId: ben.id } });
  const [request] = await done<GroupRequest[]>("listGroupRequests", ben);
  await done("acceptGroupRequest", ben, { params: { id: request!._id } });
  expect(await done<DeletedItem[]>("listDeleted", ben, { params: { groupId } })).toMatchObject([
    { title: "March", mayRestore: true },
  ]);
  await done("restoreEvent", ben, { params: { eventId } });
  expect(await done("friendSummary", ben)).toMatchObject([{ _id: ana.id, amount: -15 }]);
  await expectSound();
});

test("a group is restored by a member with an open payment in it; all find its deletion in their activity", async () => {
  await done("deleteGroup", ana, { params: { groupId } });
  const shown = async (as: Viewer) =>
    (await done<DeletedGroup[]>("listDeletedGroups", as)).map(({ title }) => title);
  expect([await shown(ana), await shown(ben), await shown(cleo)]).toEqual([["Flat"], ["Flat"], []]);
  for (const as of [ana, ben, cleo])
    expect(await done<Activity[]>("listActivity", as)).toMatchObject([
      { kind: "group-deleted", title: "Flat" },
    ]);
  expect((await call("restoreGroup", { as: cleo, params: { groupId } })).status).toBe(404);
  await done("restoreGroup", ben, { params: { groupId } });
  expect(await done("friendSummary", ana)).toMatchObject([{ _id: ben.id, amount: 15 }]);
  await expectSound();
});

test("who deletes an event, and then its group, keeps nobody from an open payment in it", async () => {
  await done("deleteEvent", ana, { params: { eventId } });
  await done("deleteGroup", ana, { params: { groupId } });
  const [listed] = await done<DeletedGroup[]>("listDeletedGroups", ben);
  expect(listed).toMatchObject({ _id: groupId });
  expect((await call("restoreGroup", { as: cleo, params: { groupId } })).status).toBe(404);
  await done("restoreGroup", ben, { params: { groupId } });
  await done("restoreEvent", ben, { params: { eventId } });
  expect(await done("friendSummary", ana)).toMatchObject([{ _id: ben.id, amount: 15 }]);
  await expectSound();
});

test("a group whose creator has deleted their account belongs to the member who restores it", async () => {
  const body = { eventId, description: "Wine", amount: 10, splitWith: [cleo.id] };
  await done("createExpense", ben, { body });
  const { settlements, groups } = await collections();
  const open = (await settlements.find({ users: ana._id, settled: false }).toArray()).map(({ _id }) => _id);
  for (const id of open) await done("settle", ana, { params: { id: String(id) }, body: { settled: true } });
  await done("deleteGroup", ana, { params: { groupId } });
  await done("deleteAccount", ana);
  await done("restoreGroup", cleo, { params: { groupId } });
  expect((await groups.findOne({ members: cleo._id }))?.createdBy).toEqual(cleo._id);
  await expectSound();
});
