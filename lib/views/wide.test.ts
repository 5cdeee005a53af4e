import type { Viewer } from "@/lib/server/access";
import { collections } from "@/lib/db/collections";
import { writeBulk } from "@/lib/seed/write-bulk";
import { planPayments } from "@/lib/core/plans";
import { countExamined, useTestDatabase } from "@/testing/database";
import { loadEventPage } from "./events";
import { loadRecordPaymentPage } from "./settlements";
import { loadEditGroupPage, loadGroupPage } from "./groups";
import { loadGroupPlanPage, minimalView } from "./plans";
import { loadStatementPage } from "./statements";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

// A group of 200 people with an event in which nearly everyone owes everyone else.

let creator: Viewer;
let groupId: string;
let eventId: string;

beforeAll(async () => {
  await writeBulk({ people: 200, members: 200, groups: 1, events: 1, expenses: 70 }, 9, () => undefined);
  const { groups, users } = await collections();
  const group = (await groups.findOne())!;
  groupId = group._id.toHexString();
  eventId = (await (await collections()).events.findOne())!._id.toHexString();
  const { _id, name, email = "" } = (await users.findOne({ _id: group.createdBy }))!;
  creator = { _id, id: _id.toHexString(), name, email, picture: "" };
});

test("a plan of the group is offered only where it can be used", async () => {
  const sentence =
    "More than 5,000 payments are open, too many to replace at once. Settle some of them first.";
  expect((await loadGroupPage(creator, groupId)).planSize).toBe(sentence);
  await expect(loadGroupPlanPage(creator, groupId)).rejects.toMatchObject({
    code: "conflict",
    message: sentence,
  });
});

test("the event's screen has all payments of the viewer, and the first others", async () => {
  const { settlements } = await collections();
  const page = await loadEventPage(creator, groupId, eventId);
  const open = page.settlements.filter(({ settled }) => !settled);
  const mine = open.filter(({ from, to }) => [from._id, to._id].includes(creator.id));
  expect(mine).toHaveLength(await settlements.countDocuments({ users: creator._id, settled: false }));
  expect([open.length - mine.length, page.openCursor]).toEqual([100, expect.any(String)]);
});

test("the preview is of all payments", async () => {
  const { settlements } = await collections();
  const all = await settlements.find({ settled: false }).toArray();
  const { replaces, payments, evenOut, nets } = await minimalView(creator, eventId);
  expect([replaces, evenOut, nets.length]).toEqual([all.length, null, 200]);
  expect(payments.length).toBeLessThan(200);
  const { statement } = await loadStatementPage(creator, groupId, eventId);
  expect(statement.left).toEqual(payments);
  expect(statement.left).toHaveLength(planPayments(all).payments.length);
});

test("no screen reads all payments", async () => {
  // Only the embedded database tells.
  if (process.env.TEST_MONGODB_URI) return;
  const { settlements } = await collections();
  const open = await settlements.countDocuments({ settled: false });
  const screens = [
    () => loadEventPage(creator, groupId, eventId),
    () => loadEditGroupPage(creator, groupId),
    () => loadRecordPaymentPage(creator, groupId, eventId),
    () => loadStatementPage(creator, groupId, eventId),
  ];
  for (const load of screens) expect(await countExamined(load)).toBeLessThan(open / 3);
});

test("who cannot leave is not said of too many payments: the server refuses it", async () => {
  const page = await loadEditGroupPage(creator, groupId);
  expect([page.moreDebts, page.unsettled, page.friends]).toEqual([true, [], []]);
});
