import type { Viewer } from "@/lib/server/access";
import { expectSound } from "@/testing/violations";
import type { Expense } from "@/lib/contract/expenses";
import type { FriendSummaryItem } from "@/lib/contract/friends";
import type { Settlement } from "@/lib/contract/settlements";
import type { OperationName } from "@/lib/contract/operations";
import { useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson, befriend } from "@/testing/people";
import { call, done, type CallInput } from "@/testing/api/call";
import { dump } from "@/testing/stored";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let bo: Viewer;
let cy: Viewer;
let groupId: string;
let eventId: string;
let dinner: Expense;
let paid: Settlement;

const leave = (who: Viewer) => done("removeMember", who, { params: { groupId }, body: { userId: who.id } });

// Ana pays a dinner for three; Bo pays her back and leaves.
beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  [ana, bo, cy] = (await Promise.all(["Ana", "Bo", "Cy"].map(aPerson))) as [Viewer, Viewer, Viewer];
  const group = await aGroup("Flat", [ana, bo, cy]);
  groupId = String(group);
  eventId = String(await anEvent(group, "March", [ana, bo, cy]));
  dinner = await done<Expense>("createExpense", ana, {
    body: { eventId, description: "Dinner", amount: 30, splitWith: [ana.id, bo.id, cy.id] },
  });
  const owed = await done<Settlement[]>("listSettlements", ana, { query: { eventId } });
  paid = owed.find(({ from }) => from._id === bo.id)!;
  await done("settle", bo, { params: { id: paid._id }, body: { settled: true } });
  await leave(bo);
});

const edit = (change: object): Omit<CallInput, "as"> => ({
  params: { expenseId: dinner._id },
  body: { description: "Dinner", amount: 30, splitWith: [ana.id, bo.id, cy.id], ...change },
});

const DEBTS: [string, OperationName, () => Omit<CallInput, "as">][] = [
  ["a larger amount", "editExpense", () => edit({ amount: 3_000_000 })],
  ["a smaller amount", "editExpense", () => edit({ amount: 3 })],
  ["a split without them", "editExpense", () => edit({ splitWith: [ana.id, cy.id] })],
  ["a deleted expense", "deleteExpense", () => ({ params: { expenseId: dinner._id } })],
  ["a payment that is unsettled", "settle", () => ({ params: { id: paid._id }, body: { settled: false } })],
];

test.each(DEBTS)("%s cannot change the debts of a former member", async (_what, name, input) => {
  const before = await dump();
  const response = await call(name, { as: ana, ...input() });
  const error =
    "Bo is no longer in this group, and this would change what they owe or are owed. " +
    "Invite them again, or correct it with a new expense.";
  expect([response.status, response.body]).toEqual([
    409,
    { success: false, error, message: error, code: "former-member" },
  ]);
  expect(await dump()).toEqual(before);
  expect(await done<FriendSummaryItem[]>("friendSummary", bo, {})).toEqual([]);
});

test("the error names both former members", async () => {
  const [owed] = (await done<Settlement[]>("listSettlements", ana, { query: { eventId } })).filter(
    ({ settled }) => !settled,
  );
  await done("settle", cy, { params: { id: owed!._id }, body: { settled: true } });
  await leave(cy);
  const response = await call("editExpense", { as: ana, ...edit({ amount: 60 }) });
  expect(response.body).toMatchObject({
    error: expect.stringMatching(/^Bo and Cy are no longer in this group, and this would change/),
  });
});

test("the error does not suggest inviting someone whose account was deleted", async () => {
  await done("deleteAccount", bo, {});
  const response = await call("editExpense", { as: ana, ...edit({ amount: 60 }) });
  expect(response.body).toMatchObject({
    error:
      "Deleted user is no longer in this group, and this would change what they owe or are owed. " +
      "Correct it with a new expense.",
  });
});

test("a deleted group in which someone with a deleted account owes something cannot be restored", async () => {
  await done("deleteGroup", ana, { params: { groupId } });
  await done("deleteAccount", cy, {});
  const before = await dump();
  const response = await call("restoreGroup", { as: ana, params: { groupId } });
  expect(response).toMatchObject({
    status: 409,
    body: {
      code: "former-member",
      error:
        "This group can't be restored: someone who owes or is owed money in it has deleted their account.",
    },
  });
  expect(await dump()).toEqual(before);
});

test("changes that do not affect them are allowed", async () => {
  const described = await done<Expense>("editExpense", ana, edit({ description: "Dinner by the sea" }));
  expect(described).toMatchObject({ description: "Dinner by the sea", shares: dinner.shares });
  const own = await done<Expense>("createExpense", ana, {
    body: { eventId, description: "Wine", amount: 20, splitWith: [ana.id, cy.id] },
  });
  await done("editExpense", ana, {
    params: { expenseId: own._id },
    body: { description: "Wine", amount: 40, splitWith: [ana.id, cy.id] },
  });
  await done("deleteExpense", ana, { params: { expenseId: own._id } });
});

test("when invited again, they see the expense, and it can be corrected", async () => {
  await befriend(ana, bo);
  const { _id: id } = await done<{ _id: string }>("inviteToGroup", ana, {
    params: { groupId },
    body: { toUserId: bo.id },
  });
  await done("acceptGroupRequest", bo, { params: { id } });
  await done("editExpense", ana, edit({ amount: 60 }));
  const [owed] = await done<FriendSummaryItem[]>("friendSummary", bo, {});
  expect(owed).toMatchObject({ name: "Ana", amount: -10 });
  await done("getEvent", bo, { params: { eventId } });
});

test("an edit that races with leaving leaves nobody in debt", async () => {
  for (let round = 0; round < 5; round++) {
    const dan = await aPerson("Dan");
    const group = await aGroup("Race", [ana, dan]);
    const event = String(await anEvent(group, "Race", [ana, dan]));
    const expense = await done<Expense>("createExpense", ana, {
      body: { eventId: event, description: "Own", amount: 5, splitWith: [ana.id] },
    });
    const [left, edited] = await Promise.all([
      call("removeMember", {
        as: dan,
        params: { groupId: String(group) },
        body: { userId: dan.id },
      }),
      call("editExpense", {
        as: ana,
        params: { expenseId: expense._id },
        body: { description: "Shared", amount: 50, splitWith: [ana.id, dan.id] },
      }),
    ]);
    expect([
      [200, 422],
      [409, 200],
    ]).toContainEqual([left.status, edited.status]);
  }
  await expectSound();
});
