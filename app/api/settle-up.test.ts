import type { Viewer } from "@/lib/server/access";
import { daysAgo } from "@/lib/core/text/dates";
import { collections } from "@/lib/db/collections";
import { expectSound } from "@/testing/violations";
import { loadFriendPage } from "@/lib/views/friends";
import { batchesInUse } from "@/components/activity/batches-in-use";
import type { Activity } from "@/lib/contract/activity";
import type { FriendSummaryItem } from "@/lib/contract/friends";
import type { HistoryLine, OpenPayment, Settlement } from "@/lib/contract/settlements";
import { clearDatabase, useTestDatabase } from "@/testing/database";
import { aPerson } from "@/testing/people";
import { call, done } from "@/testing/api/call";
import { addExpense, paymentsOf } from "@/testing/api/expenses";
import { debtsInTwoGroups, openBetween as open, settleUp, shownOf } from "@/testing/api/settle-up";
import { dump } from "@/testing/stored";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let cleo: Viewer;
let groups: string[];
let events: string[];

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  await clearDatabase();
  ({ ana, ben, cleo, groups, events } = await debtsInTwoGroups());
});

const add = async (as: Viewer, event: number, amount: number, people: Viewer[]) =>
  (await addExpense(as, events[event]!, "Things", amount, people))._id;

const settlementsOf = (event: number) => paymentsOf(ana, events[event]!);

const balances = async (as: Viewer) =>
  Object.fromEntries(
    ((await call("friendSummary", { as })).body as FriendSummaryItem[]).map(({ name, amount }) => [
      name,
      amount,
    ]),
  );

describe("the history between two people", () => {
  const history = async (as: Viewer, other: Viewer, query = {}) =>
    call("history", { as, params: { id: other.id }, query });
  const linesOf = ({ body }: { body: unknown }) =>
    (body as HistoryLine[]).map(({ kind, debtor, amount, paidBy }) => [
      kind,
      debtor.name,
      amount,
      paidBy.name,
    ]);

  test("has their expenses and payments over all events, latest first, and nothing of others", async () => {
    const [debt] = await open(ben, ana);
    await call("settle", { as: ben, params: { id: debt!.settlement._id }, body: { settled: true } });
    const rows = linesOf(await history(ana, ben));
    expect(rows).toEqual(linesOf(await history(ben, ana)));
    expect(rows.filter(([kind]) => kind === "payment")).toHaveLength(1);
    const sum = rows.reduce((net, [, name, amount]) => net + (name === "Ben" ? 1 : -1) * Number(amount), 0);
    expect(sum).toBe((await balances(ana))["Ben"]);
    const first = await history(ana, ben, { limit: "1" });
    const cursor = first.headers.get("x-next-cursor");
    expect(linesOf(await history(ana, ben, { cursor }))).toEqual(rows.slice(1));
  });

  test("of a group that one of them left, nothing is shown; nor to a stranger, nor of oneself", async () => {
    const [debt] = (await open(ben, ana)).filter(({ group }) => group.title === "Flat");
    await call("settle", { as: ben, params: { id: debt!.settlement._id }, body: { settled: true } });
    expect(linesOf(await history(ana, ben))).toHaveLength(3);
    await done("removeMember", ben, { params: { groupId: groups[0]! }, body: { userId: ben.id } });
    for (const [as, other] of [
      [ana, ben],
      [ben, ana],
    ] as const)
      expect(linesOf(await history(as, other))).toEqual([["expense", "Ana", 5, "Ben"]]);
    const stranger = await aPerson("Stranger");
    expect((await history(stranger, ana)).body).toEqual([]);
    expect((await history(ana, ana)).body).toEqual([]);
  });
});

describe("a partial payment", () => {
  const debtOf = async (debtor: Viewer) =>
    (await settlementsOf(0)).find(({ from, settled }) => from._id === debtor.id && !settled);
  const pay = (id: string, body: object) =>
    call("settle", { as: ben, params: { id }, body: { settled: true, ...body } });

  test("becomes a separate settled payment and reduces the open one; undone, it is returned", async () => {
    const debt = (await debtOf(ben))!;
    const response = await pay(debt._id, { amount: 20, part: 12.5, method: "cash", note: "At the market" });
    expect([response.status, response.body]).toMatchObject([
      200,
      { amount: 12.5, settled: true, method: "cash", note: "At the market", from: { _id: ben.id } },
    ]);
    expect(await debtOf(ben)).toMatchObject({ _id: debt._id, amount: 7.5 });
    expect(await balances(ben)).toEqual({ Ana: -2.5 });
    await expectSound();

    const paid = response.body as Settlement;
    await call("settle", { as: ana, params: { id: paid._id }, body: { settled: false } });
    expect(await debtOf(ben)).toMatchObject({ amount: 20, method: null, note: "" });
    await expectSound();
  });

  test("of the full amount settles the payment itself", async () => {
    const debt = (await debtOf(ben))!;
    expect((await pay(debt._id, { amount: 20, part: 20 })).body).toMatchObject({
      _id: debt._id,
      settled: true,
    });
    expect(await debtOf(ben)).toBeUndefined();
  });

  test.each<[label: string, body: object, field: string, text: RegExp]>([
    ["more than is owed", { amount: 20, part: 20.01 }, "part", /^Only \$20\.00 is still owed\.$/],
    ["nothing", { amount: 20, part: 0 }, "part", /./],
    ["less than nothing", { amount: 20, part: -1 }, "part", /./],
    ["a part of a cent", { amount: 20, part: 0.001 }, "part", /./],
    ["without the full amount", { part: 5 }, "amount", /^Send the full amount with a partial payment\.$/],
    ["by an unknown method", { amount: 20, method: "gold" }, "method", /cash, bank, other/],
    ["with a note that is too long", { amount: 20, note: "x".repeat(201) }, "note", /200/],
  ])("%s is refused with the reason, and changes nothing", async (_, body, field, text) => {
    const debt = (await debtOf(ben))!;
    const before = await dump();
    const response = await pay(debt._id, body);
    expect([response.status, response.body]).toMatchObject([
      422,
      { fieldErrors: { [field]: [expect.stringMatching(text)] } },
    ]);
    expect(await dump()).toEqual(before);
  });

  test("with another amount than the user saw is not unsettled", async () => {
    const debt = (await debtOf(ben))!;
    await pay(debt._id, { amount: 20 });
    const before = await dump();
    const unsettle = (amount: number) =>
      call("settle", { as: ana, params: { id: debt._id }, body: { settled: false, amount } });
    const { status, body } = await unsettle(15);
    expect([status, body]).toMatchObject([409, { code: "amount-changed" }]);
    expect(await dump()).toEqual(before);
    expect((await unsettle(20)).status).toBe(200);
  });

  test("sent again, pays nothing twice", async () => {
    const debt = (await debtOf(ben))!;
    expect((await pay(debt._id, { amount: 20, part: 5 })).status).toBe(200);
    const again = await pay(debt._id, { amount: 20, part: 5 });
    expect([again.status, again.body]).toMatchObject([409, { code: "amount-changed" }]);
    expect(await debtOf(ben)).toMatchObject({ amount: 15 });
  });
});

test("a debt that was reversed with the same amount is not settled as the old one", async () => {
  const expense = await add(ben, 0, 60, [ana, ben]);
  const shown = shownOf(await open(ben, ana));
  const [debt] = shown.filter(({ amount }) => amount === 10);
  expect(debt).toMatchObject({ from: ana.id });
  // Ana paid, not Ben: with his older debt of $20, he owes her $50 now; then another $40 make it $10 again.
  const body = { description: "Things", amount: 60, splitWith: [ana.id, ben.id] };
  const payers = [{ user: ana.id, amount: 60 }];
  expect(
    (await call("editExpense", { as: ben, params: { expenseId: expense }, body: { ...body, payers } }))
      .status,
  ).toBe(200);
  await add(ben, 0, 80, [ana, ben]);
  expect(await open(ben, ana)).toContainEqual(
    expect.objectContaining({
      settlement: expect.objectContaining({
        _id: debt!._id,
        amount: 10,
        from: expect.objectContaining({ _id: ben.id }),
      }),
    }),
  );

  const before = await dump();
  const settle = (more: object) =>
    call("settle", {
      as: ben,
      params: { id: debt!._id },
      body: { settled: true, amount: 10, from: ana.id, ...more },
    });
  for (const response of [
    await settle({}),
    await settle({ amount: undefined }),
    await settle({ part: 4 }),
    await settleUp(ben, ana, shown),
  ]) {
    expect([response.status, response.body]).toMatchObject([409, { code: "amount-changed" }]);
  }
  expect(await dump()).toEqual(before);
  expect((await settle({ from: ben.id })).body).toMatchObject({ from: { _id: ben.id }, amount: 10 });
  expect((await settleUp(ben, ana, shownOf(await open(ben, ana)))).status).toBe(201);
  await expectSound();
});

describe("payments as signed amounts, positive if the actor pays", () => {
  const netsOf = (as: Viewer, payments: OpenPayment[]) =>
    Object.fromEntries(
      payments.map(({ settlement: { _id, amount, from } }) => [_id, from._id === as.id ? amount : -amount]),
    );
  const settle = (as: Viewer, other: Viewer, body: object) =>
    call("settleUp", { as, params: { id: other.id }, body });

  test.each([
    ["the one who pays", () => [ben, ana] as const, 15],
    ["the one who is paid", () => [ana, ben] as const, -15],
  ])("are settled by %s", async (_who, pair, amount) => {
    const [as, other] = pair();
    const response = await settle(as, other, { nets: netsOf(as, await open(as, other)) });
    expect([response.status, response.body]).toMatchObject([201, { settlements: 2, amount }]);
    expect(await open(as, other)).toEqual([]);
    await expectSound();
  });

  test.each<[label: string, change: (nets: Record<string, number>, id: string) => object]>([
    ["another direction", (nets, id) => ({ ...nets, [id]: -nets[id]! })],
    ["another amount", (nets, id) => ({ ...nets, [id]: nets[id]! + 0.01 })],
    ["one missing", ({ ...nets }, id) => (delete nets[id], nets)],
    ["one too many", (nets, id) => ({ ...nets, [id.replace(/^./, "f")]: 1 })],
    ["one that is no id", (nets) => ({ ...nets, constructor: 1 })],
  ])("%s is refused, and changes nothing", async (_label, change) => {
    const nets = netsOf(ben, await open(ben, ana));
    const before = await dump();
    const response = await settle(ben, ana, { nets: change(nets, Object.keys(nets)[0]!) });
    expect([404, 409]).toContain(response.status);
    expect(await dump()).toEqual(before);
  });

  test.each<[label: string, body: (nets: object) => object]>([
    ["none", () => ({ nets: {} })],
    ["neither form", () => ({})],
    ["both forms", (nets) => ({ nets, payments: [{ _id: ana.id, amount: 1 }] })],
    ["a part of a cent", (nets) => ({ nets: { ...nets, [ana.id]: 0.001 } })],
    [
      "more than a thousand",
      () => ({ nets: Object.fromEntries([...Array(1001).keys()].map((n) => [n, 1])) }),
    ],
  ])("%s is invalid", async (_label, body) => {
    const response = await settle(ben, ana, body(netsOf(ben, await open(ben, ana))));
    expect(response.status).toBe(422);
  });
});

describe("everything between two people", () => {
  test("is listed per event, and settled with one payment of the difference", async () => {
    const payments = await open(ben, ana);
    expect(payments).toMatchObject([
      {
        event: { title: "Lisbon" },
        group: { title: "Trip" },
        settlement: { amount: 5, from: { _id: ana.id } },
      },
      {
        event: { title: "March" },
        group: { title: "Flat" },
        settlement: { amount: 20, from: { _id: ben.id } },
      },
    ]);
    const response = await settleUp(ben, ana, shownOf(payments), { method: "bank" });
    expect([response.status, response.body]).toMatchObject([201, { settlements: 2, amount: 15 }]);
    expect(await balances(ben)).toEqual({});
    expect(await balances(ana)).toEqual({ Cleo: 20 });
    const { batchId } = response.body as { batchId: string };
    for (const event of [0, 1]) {
      const settled = (await settlementsOf(event)).find((one) => one.settled);
      expect(settled).toMatchObject({ batchId, method: "bank", settledBy: { _id: ben.id } });
    }
    await expectSound();
  });

  test("is undone as a whole by either of the two, except for what was added since", async () => {
    const response = await settleUp(ben, ana, shownOf(await open(ben, ana)));
    const { batchId } = response.body as { batchId: string };
    await add(ana, 1, 8, [ben]);
    const params = { id: ben.id, batchId };
    expect((await call("undoSettleUp", { as: ana, params })).status).toBe(200);
    // In Lisbon, Ana owed 5 and is now owed 8.
    expect(await balances(ben)).toEqual({ Ana: -23 });
    await expectSound();
    expect((await call("undoSettleUp", { as: ana, params })).status).toBe(404);
  });

  test("is not undone in part, after one of its payments was unsettled, even if that is settled again", async () => {
    const { batchId } = (await settleUp(ben, ana, shownOf(await open(ben, ana)))).body as { batchId: string };
    const [first] = (await settlementsOf(0)).filter(({ settled }) => settled);
    const params = { id: ben.id, batchId };
    for (const settled of [false, true]) {
      await done("settle", cleo, { params: { id: first!._id }, body: { settled } });
      const before = await dump();
      const refused = await call("undoSettleUp", { as: ana, params });
      expect([refused.status, refused.body]).toMatchObject([
        409,
        {
          code: "conflict",
          error: "One of these payments was unsettled since. Unsettle the others one by one.",
        },
      ]);
      expect(await dump()).toEqual(before);
    }
  });

  test("is not undone in part, while one of its events is deleted", async () => {
    const { batchId } = (await settleUp(ben, ana, shownOf(await open(ben, ana)))).body as { batchId: string };
    await done("deleteEvent", ben, { params: { eventId: events[1]! } });
    const before = await dump();
    const params = { id: ben.id, batchId };
    const refused = await call("undoSettleUp", { as: ana, params });
    expect([refused.status, refused.body]).toMatchObject([409, { code: "conflict" }]);
    expect(await dump()).toEqual(before);
    await done("restoreEvent", ben, { params: { eventId: events[1]! } });
    expect((await call("undoSettleUp", { as: ana, params })).status).toBe(200);
    expect(await balances(ben)).toEqual({ Ana: -15 });
    await expectSound();
  });

  test("is undone for 30 days, because a part of it may be purged later", async () => {
    const { batchId } = (await settleUp(ben, ana, shownOf(await open(ben, ana)))).body as { batchId: string };
    const { settlements } = await collections();
    await settlements.updateMany({ settled: true }, { $set: { settledAt: daysAgo(31) } });
    const params = { id: ben.id, batchId };
    expect((await call("undoSettleUp", { as: ana, params })).status).toBe(409);
    expect((await loadFriendPage(ana, ben.id)).settledTogether).toEqual([]);
    await settlements.updateMany({ settled: true }, { $set: { settledAt: daysAgo(29) } });
    expect((await call("undoSettleUp", { as: ana, params })).status).toBe(200);
  });

  describe("is offered for undoing", () => {
    let batchId: string;
    const offered = async (as = ana, other = ben) =>
      (await loadFriendPage(as, other.id)).settledTogether.map(({ at: _, ...batch }) => batch);
    beforeEach(async () => {
      const response = await settleUp(ben, ana, shownOf(await open(ben, ana)));
      ({ batchId } = response.body as { batchId: string });
    });

    test("to the two, on each other's page and in their activity", async () => {
      expect(await offered(ana, ben)).toEqual([{ batchId, amount: -15, payments: 2 }]);
      expect(await offered(ben, ana)).toEqual([{ batchId, amount: 15, payments: 2 }]);
      expect(await offered(ana, cleo)).toEqual([]);
      const activity = await done<Activity[]>("listActivity", ana);
      expect(activity.slice(0, 3).map((row) => [row.kind, row.batchId])).toEqual([
        ["payment-settled", batchId],
        ["payment-settled", batchId],
        ["expense-added", undefined],
      ]);
      expect([...batchesInUse(activity, ana.id).values()]).toEqual([{ friendId: ben.id, batchId }]);
    });

    test("until one of its payments is unsettled", async () => {
      const [first] = (await settlementsOf(0)).filter(({ settled }) => settled);
      await done("settle", cleo, { params: { id: first!._id }, body: { settled: false } });
      expect(await offered()).toEqual([]);
      expect(batchesInUse(await done<Activity[]>("listActivity", ana), ana.id).size).toBe(0);
    });

    test("until all are unsettled", async () => {
      await done("undoSettleUp", ana, { params: { id: ben.id, batchId } });
      expect(await offered()).toEqual([]);
      const activity = await done<Activity[]>("listActivity", ana);
      expect(activity[0]).toMatchObject({ kind: "payment-unsettled", batchId });
      expect(batchesInUse(activity, ana.id).size).toBe(0);
    });

    test("not while an event of it is deleted, or one of the two has left a group", async () => {
      await done("deleteEvent", ben, { params: { eventId: events[1]! } });
      expect(await offered()).toEqual([]);
      await done("restoreEvent", ben, { params: { eventId: events[1]! } });
      expect(await offered()).toHaveLength(1);
      await done("removeMember", ana, { params: { groupId: groups[1]! }, body: { userId: ana.id } });
      expect([await offered(ana, ben), await offered(ben, ana)]).toEqual([[], []]);
    });
  });

  test("is not settled if something has changed since it was shown", async () => {
    const shown = shownOf(await open(ben, ana));
    await add(ana, 0, 30, [ben]);
    const before = await dump();
    const response = await settleUp(ben, ana, shown);
    expect([response.status, response.body]).toMatchObject([409, { code: "amount-changed" }]);
    const fewer = await settleUp(ben, ana, shownOf(await open(ben, ana)).slice(1));
    expect(fewer.status).toBe(409);
    expect(await dump()).toEqual(before);
  });

  test("cannot be settled by anyone else", async () => {
    const shown = shownOf(await open(ben, ana));
    expect((await settleUp(cleo, ben, shown)).status).toBe(404);
    expect((await settleUp(cleo, ana, shown)).status).toBe(409);
    const response = await settleUp(ben, ana, shown);
    const { batchId } = response.body as { batchId: string };
    for (const id of [ana.id, ben.id]) {
      expect((await call("undoSettleUp", { as: cleo, params: { id, batchId } })).status).toBe(404);
    }
  });
});
