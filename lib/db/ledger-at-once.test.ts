import fc from "fast-check";
import { ObjectId } from "mongodb";
import { netsByPair } from "@/lib/core/money/ledger";
import { collections } from "./collections";
import { useTestDatabase } from "@/testing/database";
import { expectAllTaken, LONG, play, RUNS, STEPS } from "@/testing/ledger/histories";
import { expectLaw } from "@/testing/ledger/law";
import { perform } from "@/testing/ledger/perform";
import { aScene } from "@/testing/ledger/scene";
import { anyStep, moneyStep, type Step } from "@/testing/ledger/steps";
import { expectSound } from "@/testing/violations";

useTestDatabase();

test(
  "settlements match expenses after any history of eight steps at once",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, STEPS), async (history) => {
        const scene = await aScene();
        const split = [0, 1, 2, 3];
        for (const index of [0, 1]) {
          await perform(scene, { do: "add", event: index, who: index, cents: 9_999, split, money: null });
        }
        await play(scene, history, 8);
        await expectLaw(scene);
      }),
      { numRuns: RUNS },
    );
    expectAllTaken();
    await expectSound();
  },
  LONG,
);

/** What a closed event keeps: everything but which payments are settled. */
async function figuresOf(eventId: ObjectId) {
  const { events, expenses, settlements, transfers } = await collections();
  const records = await settlements.find({ eventId, deletedAt: null }).toArray();
  return {
    event: await events.findOne({ _id: eventId }),
    expenses: await expenses.find({ eventId }).sort({ _id: 1 }).toArray(),
    transfers: await transfers.find({ eventId }).sort({ _id: 1 }).toArray(),
    nets: netsByPair(records),
  };
}

test(
  "while an event is closed, its figures stay, whatever is tried, and payments are settled",
  async () => {
    const history = fc.array(moneyStep, { minLength: 4, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(history, history, async (before, meanwhile) => {
        const scene = await play(await aScene(), before);
        const [closed] = scene.events as [ObjectId];
        await perform(scene, { do: "restore-event", event: 0 });
        await perform(scene, { do: "close", event: 0, who: 1 });
        const figures = await figuresOf(closed);
        expect(figures.event?.closedBy).toEqual(expect.any(ObjectId));
        const isOther = (one: Step) => !(one.do === "reopen" && one.event === 0);
        await Promise.all(meanwhile.filter(isOther).map((one) => perform(scene, one)));
        expect(await figuresOf(closed)).toEqual(figures);
        await expectLaw(scene);
        await perform(scene, { do: "reopen", event: 0, who: 2 });
        await perform(scene, { do: "add", event: 0, who: 0, cents: 301, split: [1], money: null });
        expect((await figuresOf(closed)).expenses).toHaveLength(figures.expenses.length + 1);
        await expectLaw(scene);
      }),
      { numRuns: Math.ceil(RUNS / 6) },
    );
  },
  LONG,
);
