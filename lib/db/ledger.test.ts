import { deleteGroup, restoreEvent, restoreGroup } from "./groups/deleted";
import fc from "fast-check";
import { rebuildBalances, listBalances, listGroupBalances } from "./settlements/balances";
import { getDb } from "./client";
import { collections } from "./collections";
import { deleteEvent } from "./events/delete";
import { listOpenBetween, settleUp, undoSettleUp } from "./settlements/settle-up";
import { useTestDatabase } from "@/testing/database";
import { expectAllTaken, LONG, play, RUNS, STEPS } from "@/testing/ledger/histories";
import { expectLaw, expectSameBalances } from "@/testing/ledger/law";
import { perform } from "@/testing/ledger/perform";
import { aScene } from "@/testing/ledger/scene";
import { anyStep, moneyStep } from "@/testing/ledger/steps";
import { expectSound } from "@/testing/violations";

useTestDatabase();

test(
  "settlements match expenses after any history",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, STEPS), async (history) => {
        await expectLaw(await play(await aScene(), history));
      }),
      { numRuns: RUNS },
    );
    expectAllTaken();
    await expectSound();
  },
  LONG,
);

test("what is undone or restored counts in the balances again", async () => {
  const scene = await aScene();
  const [ana, ben] = [scene.people[0]!._id, scene.people[1]!._id];
  for (const index of [0, 1]) {
    await perform(scene, { do: "add", event: index, who: 0, cents: 1_000, split: [0, 1, 2, 3], money: null });
  }
  const owedByBen = async () => (await listBalances(ben)).map(({ cents }) => cents);
  expect(await owedByBen()).toEqual([-500]);
  const open = await listOpenBetween(ana, ben);
  const { _id: batch } = await settleUp(ana, ben, open, { method: null, note: "" });
  expect(await owedByBen()).toEqual([]);
  await undoSettleUp(ana, ben, batch);
  expect(await owedByBen()).toEqual([-500]);
  await deleteEvent(ana, scene.events[0]!);
  expect(await owedByBen()).toEqual([-250]);
  await restoreEvent(ana, scene.events[0]!);
  expect(await owedByBen()).toEqual([-500]);
  await expectLaw(scene);
});

test(
  "balances disappear and return with their group, and can be computed from the payments at any time",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(moneyStep, { minLength: 4, maxLength: 16 }), async (history) => {
        const scene = await play(await aScene(), history);
        const { _id: creator } = scene.people[0]!;
        const balancesOf = () =>
          Promise.all(
            scene.people.map(async ({ _id }) => [await listBalances(_id), await listGroupBalances(_id)]),
          );
        const before = await balancesOf();
        await deleteGroup(creator, scene.groupId);
        expect(await balancesOf()).toEqual(scene.people.map(() => [[], new Map()]));
        await restoreGroup(creator, scene.groupId);
        expect(await balancesOf()).toEqual(before);
        // A repair of missing and wrong balances, while others write.
        const { balances } = await collections();
        const users = scene.people.map(({ _id }) => _id);
        await balances.deleteMany({ user: users[0] });
        await balances.updateMany({ user: users[1] }, { $inc: { cents: 1 } });
        await Promise.all([
          rebuildBalances(await getDb()),
          perform(scene, { do: "add", event: 0, who: 2, cents: 301, split: [2, 3], money: null }),
        ]);
        await expectSameBalances(scene);
      }),
      { numRuns: Math.ceil(RUNS / 20) },
    );
  },
  LONG,
);
