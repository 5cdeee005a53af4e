import { ObjectId } from "mongodb";
import { collections } from "@/lib/db/collections";
import { createExpense } from "@/lib/db/expenses";
import { makeDueOccurrences } from "@/lib/db/series/make";
import type { Viewer } from "@/lib/server/access";
import { NEXT_POSITION } from "@/packages/embedded-mongodb/src/testing/runs";
import { call, done } from "@/testing/api/call";
import { paymentsOf } from "@/testing/api/expenses";
import { clearDatabase, useTestDatabase } from "@/testing/database";
import { interleave } from "@/testing/interleave";
import { aChain, aTrio } from "@/testing/people";
import { expectSound } from "@/testing/violations";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let cleo: Viewer;
let groupId: string;
let eventId: string;
let seriesId: string;

beforeAll(() => {
  process.env.RATE_LIMITS_OFF = "true";
});

/** Makes the second occurrence. In a century: whatever the test does now is earlier. */
const makeSecond = () => makeDueOccurrences(new Date("2126-02-28T12:00:00.000Z"));

const MEANWHILE: [name: string, () => Promise<unknown>][] = [
  ["leaving", () => call("removeMember", { as: ana, params: { groupId }, body: { userId: cleo.id } })],
  [
    "using a plan",
    () => {
      const payments = [{ from: ben.id, to: ana.id, amount: 10 }];
      return call("applyEventPlan", { as: cleo, params: { eventId }, body: { payments } });
    },
  ],
  ["closing", () => call("closeEvent", { as: ben, params: { eventId } })],
  ["deleting the event", () => call("deleteEvent", { as: ana, params: { eventId } })],
  ["deleting the group", () => call("deleteGroup", { as: ana, params: { groupId } })],
  ["stopping", () => call("stopSeries", { as: ana, params: { seriesId } })],
  ["another server", makeSecond],
];

test.each(MEANWHILE)(
  "an occurrence and %s at once: one comes first, and everything adds up",
  async (name, other) => {
    const outcomes = new Set<number | undefined>();
    const { expenses } = await collections();
    for (let position = 0; position < 40; position += NEXT_POSITION) {
      await clearDatabase();
      const flat = await aTrio(["Ana Silva", "Ben Carter", "Cleo Stone"], "Flat", "Bills");
      [ana, ben, cleo] = flat.people;
      [groupId, eventId] = [String(flat.groupId), String(flat.eventId)];
      const first = new Date("2126-01-31");
      const { series } = await createExpense({
        _id: new ObjectId(),
        eventId: flat.eventId,
        recorder: ana._id,
        description: "Rent",
        cents: 1_200,
        splitWith: [ana._id, cleo._id],
        payers: [{ user: ana.id, cents: 1_200 }],
        day: first,
        at: first,
        repeats: { every: "month", timeZone: "UTC" },
      });
      seriesId = String(series);
      // Cleo owes nothing any more and may leave; a plan replaces what goes round her.
      for (const { _id } of await paymentsOf(ana, eventId))
        await done("settle", ana, { params: { id: _id }, body: { settled: true } });
      if (name === "using a plan") await aChain(flat.eventId, [ben, cleo, ana]);
      const result = await interleave(position, makeSecond, other);
      if (!result) {
        if (name === "leaving") expect(outcomes).toEqual(new Set([200, 409]));
        if (name === "using a plan") expect(outcomes).toEqual(new Set([201, 409]));
        return;
      }
      outcomes.add((result.other as { status?: number } | undefined)?.status);
      await makeSecond();
      expect(await expenses.countDocuments({ series, deletedAt: null })).toBeLessThanOrEqual(2);
      await expectSound();
    }
    throw new Error("There are more positions than were tried.");
  },
);
