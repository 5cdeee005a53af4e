import { ObjectId } from "mongodb";
import type { OperationName } from "@/lib/contract/operations";
import { collections } from "@/lib/db/collections";
import { cases, NEXT_POSITION } from "@/packages/embedded-mongodb/src/testing/runs";
import { call, type CallInput } from "@/testing/api/call";
import { paymentsOf } from "@/testing/api/expenses";
import { addTaxi, moving, taxi, twoGroups } from "@/testing/api/moving";
import { clearDatabase, useTestDatabase } from "@/testing/database";
import { interleave } from "@/testing/interleave";
import { aChain } from "@/testing/people";
import { expectSound } from "@/testing/violations";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

beforeAll(() => {
  process.env.RATE_LIMITS_OFF = "true";
});

type Trips = Awaited<ReturnType<typeof twoGroups>>;

/** [what happens meanwhile, the codes with which the move is refused if that was first, the other call] */
const meanwhile: [
  string,
  string[],
  OperationName,
  (of: Trips & { _id: string; other: string; payment: string }) => Omit<CallInput, "as">,
][] = [
  ["the old event is closed", ["closed"], "closeEvent", ({ lisbon }) => ({ params: { eventId: lisbon } })],
  ["the new event is closed", ["closed"], "closeEvent", ({ march }) => ({ params: { eventId: march } })],
  [
    "the old event is deleted",
    ["not-found"],
    "deleteEvent",
    ({ lisbon }) => ({ params: { eventId: lisbon } }),
  ],
  ["the new event is deleted", ["not-found"], "deleteEvent", ({ march }) => ({ params: { eventId: march } })],
  ["it is deleted", ["not-found"], "deleteExpense", ({ _id }) => ({ params: { expenseId: _id } })],
  ["it is edited", [], "editExpense", ({ _id, ben }) => ({ params: { expenseId: _id }, body: taxi([ben]) })],
  ["it is moved elsewhere", [], "moveExpense", ({ _id, porto }) => moving(_id, porto)],
  ["another expense is moved the other way", [], "moveExpense", ({ other, lisbon }) => moving(other, lisbon)],
  [
    "a comment is added",
    [],
    "addComment",
    ({ _id }) => ({ params: { expenseId: _id }, body: { text: "To the airport" } }),
  ],
  [
    "its payment is settled",
    ["payments-settled"],
    "recordPayment",
    ({ lisbon, ana, ben }) => ({
      params: { eventId: lisbon },
      body: { from: ben.id, to: ana.id, amount: 20 },
    }),
  ],
  [
    "its payment, as it is, is settled",
    ["payments-settled"],
    "settle",
    ({ payment }) => ({ params: { id: payment }, body: { settled: true } }),
  ],
  [
    "the group's payments are simplified",
    ["plan-in-use"],
    "applyGroupPlan",
    ({ group, ana, cleo }) => ({
      params: { groupId: String(group) },
      body: { payments: [{ from: cleo.id, to: ana.id, amount: 20 }] },
    }),
  ],
  [
    "somebody of it leaves the new group",
    ["invalid"],
    "removeMember",
    ({ flat, ben }) => ({ params: { groupId: String(flat) }, body: { userId: ben.id } }),
  ],
  [
    "the old group is deleted",
    ["not-found"],
    "deleteGroup",
    ({ group }) => ({ params: { groupId: String(group) } }),
  ],
  [
    "the new group is deleted",
    ["not-found"],
    "deleteGroup",
    ({ flat }) => ({ params: { groupId: String(flat) } }),
  ],
  [
    "its payments are simplified",
    ["plan-in-use"],
    "applyEventPlan",
    ({ lisbon, ana, cleo }) => ({
      params: { eventId: lisbon },
      body: { payments: [{ from: cleo.id, to: ana.id, amount: 20 }] },
    }),
  ],
];

/**
 * Moves an expense while another call is held, or the other way around, at every third of its commands, or every ninth
 * without TEST_ALL: the rows begin with different ones.
 */
async function expectRight(
  which: "move" | "other",
  [what, codes, name, request]: (typeof meanwhile)[number],
) {
  const first = meanwhile.findIndex((row) => row[0] === what) % 3;
  for (let position = first; position < 60; position += 3 * NEXT_POSITION) {
    await clearDatabase();
    const trips = await twoGroups();
    const { ana, ben, cleo, lisbon, march } = trips;
    const { _id } = await addTaxi(ana, lisbon, [ben]);
    // Who owes something could not leave.
    const { _id: other } = await addTaxi(ana, march, name === "removeMember" ? [ana] : [ana, ben]);
    await aChain(new ObjectId(lisbon), [cleo, ben], 2_000);
    const payment = (await paymentsOf(ana, lisbon)).find(({ from }) => from._id === ben.id)!._id;
    const moves = () => call("moveExpense", { as: ana, ...moving(_id, march) });
    const others = () => call(name, { as: ana, ...request({ ...trips, _id, other, payment }) });
    const result = await (which === "move"
      ? interleave(position, moves, others)
      : interleave(position, others, moves));
    if (!result) return expect(position).toBeGreaterThan(first);
    await expectSound();
    const [moved, did] = which === "move" ? [result.call, result.other] : [result.other, result.call];
    if (moved.status !== 200) expect(codes).toContain((moved.body as { code: string }).code);
    // After a move, what it has ended is refused.
    const isFree = ["editExpense", "addComment"].includes(name);
    if ((which === "other" && isFree) || moved.status !== 200) expect(did.status).toBeLessThan(300);
    // History and comments are where the expense is.
    const { expenses, activities } = await collections();
    const expense = (await expenses.findOne({ _id: new ObjectId(_id) }))!;
    const { eventId, groupId } = expense;
    const rows = await activities.find({ expenseId: expense._id }).toArray();
    for (const row of rows) expect(row).toMatchObject({ eventId, groupId });
  }
  throw new Error("The call sends too many commands.");
}

test.each(cases(meanwhile))("a move while %s", async (...row) => expectRight("move", row));

const HELD = ["editExpense", "addComment", "settle", "removeMember", "deleteGroup"];
test.each(cases(meanwhile.filter(([, , name]) => HELD.includes(name))))(
  "a move after which %s",
  async (...row) => expectRight("other", row),
);
