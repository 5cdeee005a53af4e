import { ana, ben, cleo } from "@/testing/components/fixtures";
import type { Activity } from "@/lib/contract/activity";
import { batchesInUse } from "./batches-in-use";

let made = 0;
const payment = (kind: Activity["kind"], batchId?: string, people = [ben, ana]): Activity => ({
  _id: String(++made).padStart(24, "0"),
  kind,
  at: "2026-03-14T20:00:00.000Z",
  actor: ana,
  group: { _id: "g1", title: "Flat" },
  eventId: "e1",
  expenseId: null,
  people,
  title: "",
  amount: 5,
  changes: [],
  text: "",
  ...(batchId && { batchId }),
});

test("a batch can be undone once, at its latest payment, until one of its payments is unsettled", () => {
  const [first, second] = [payment("payment-settled", "b1"), payment("payment-settled", "b1", [ana, ben])];
  const used = { friendId: ben._id, batchId: "b1" };
  expect(batchesInUse([second, first], ana._id)).toEqual(new Map([[second._id, used]]));
  expect(batchesInUse([payment("payment-unsettled", "b1"), second, first], ana._id).size).toBe(0);
  const other = payment("payment-unsettled", "b2");
  expect([...batchesInUse([other, second, first], ana._id).values()]).toEqual([used]);
});

test("payments that were settled alone, or by others, are not undone here", () => {
  expect(batchesInUse([payment("payment-settled")], ana._id).size).toBe(0);
  expect(batchesInUse([payment("payment-settled", "b1")], cleo._id).size).toBe(0);
});
