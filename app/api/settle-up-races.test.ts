import { ObjectId } from "mongodb";
import type { Settlement } from "@/lib/contract/settlements";
import { collections } from "@/lib/db/collections";
import type { Viewer } from "@/lib/server/access";
import { NEXT_POSITION } from "@/packages/embedded-mongodb/src/testing/runs";
import { call } from "@/testing/api/call";
import { addExpense, paymentsOf } from "@/testing/api/expenses";
import { debtsInTwoGroups, openBetween, settleUp, shownOf } from "@/testing/api/settle-up";
import { clearDatabase, useTestDatabase } from "@/testing/database";
import { interleave } from "@/testing/interleave";
import { expectSound } from "@/testing/violations";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let cleo: Viewer;
let groups: [string, string];
let events: [string, string];

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  await clearDatabase();
  ({ ana, ben, cleo, groups, events } = await debtsInTwoGroups());
});

const add = async (amount: number, people: Viewer[]) =>
  (await addExpense(ana, events[0], "Things", amount, people))._id;

/**
 * Runs the second call before each database command of the first, one after the other.
 * @param prepare creates what both need, fresh each time
 * @param outcomes allowed pairs of statuses
 */
async function expectOneWins(
  prepare: () => Promise<void>,
  first: () => Promise<{ status: number }>,
  second: () => Promise<{ status: number }>,
  outcomes: [number, number][],
): Promise<void> {
  for (let position = 0; position < 25; position += NEXT_POSITION) {
    await prepare();
    const result = await interleave(position, first, second);
    if (!result) {
      expect(position).toBeGreaterThan(1);
      return;
    }
    expect(outcomes).toContainEqual([result.call.status, result.other.status]);
    await expectSound();
  }
  throw new Error("The first call sends more commands than were tried.");
}

test("two people who pay each other at once: one succeeds, the other gets an error", async () => {
  let shown: { _id: string; amount: number }[] = [];
  await expectOneWins(
    async () => {
      await add(60, [ana, ben, cleo]);
      shown = shownOf(await openBetween(ben, ana));
    },
    () => settleUp(ben, ana, shown),
    () => settleUp(ana, ben, shown),
    [
      [201, 409],
      [409, 201],
    ],
  );
});

test("a payment racing with an edit of the expense: the payment is refused, or the edit opens a new debt", async () => {
  let expense = "";
  let shown: { _id: string; amount: number }[] = [];
  await expectOneWins(
    async () => {
      expense = await add(60, [ana, ben, cleo]);
      shown = shownOf(await openBetween(ben, ana));
    },
    () => settleUp(ben, ana, shown),
    () =>
      call("editExpense", {
        as: ana,
        params: { expenseId: expense },
        body: { description: "Things", amount: 90, splitWith: [ana.id, ben.id, cleo.id] },
      }),
    [
      [201, 200],
      [409, 200],
    ],
  );
});

test("a partial payment racing with the deletion of its expense is recorded, or refused", async () => {
  let expense = "";
  let debt: Settlement | undefined;
  await expectOneWins(
    async () => {
      expense = await add(60, [ana, ben, cleo]);
      debt = (await paymentsOf(ana, events[0])).find(({ from, settled }) => from._id === ben.id && !settled);
    },
    () =>
      call("settle", {
        as: ben,
        params: { id: debt!._id },
        body: { settled: true, amount: debt!.amount, part: 1 },
      }),
    () => call("deleteExpense", { as: ana, params: { expenseId: expense } }),
    [
      [200, 200],
      [409, 200],
      // The debt came from this expense alone.
      [404, 200],
    ],
  );
});

test("restoring an expense while someone in it leaves: one of the two is refused", async () => {
  let expense = "";
  await expectOneWins(
    async () => {
      const { groups: all } = await collections();
      await all.updateOne({ _id: new ObjectId(groups[0]) }, { $addToSet: { members: cleo._id } });
      expense = await add(30, [cleo]);
      await call("deleteExpense", { as: ana, params: { expenseId: expense } });
      for (const { _id, settled } of await paymentsOf(ana, events[0])) {
        if (!settled) await call("settle", { as: ana, params: { id: _id }, body: { settled: true } });
      }
    },
    () => call("restoreExpense", { as: ana, params: { expenseId: expense } }),
    () => call("removeMember", { as: cleo, params: { groupId: groups[0] }, body: { userId: cleo.id } }),
    [
      [200, 409],
      [409, 200],
    ],
  );
});
