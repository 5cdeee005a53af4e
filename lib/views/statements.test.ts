import fc from "fast-check";
import type { Statement } from "@/lib/contract/statements";
import { balanceToCents } from "@/lib/core/money/money";
import { netByPerson } from "@/lib/core/money/payments";
import { collections } from "@/lib/db/collections";
import { useTestDatabase } from "@/testing/database";
import { LONG, play, RUNS } from "@/testing/ledger/histories";
import { perform } from "@/testing/ledger/perform";
import { aScene, type Scene } from "@/testing/ledger/scene";
import { anyStep, type Step } from "@/testing/ledger/steps";
import { loadStatementPage, statementView } from "./statements";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

/** What each person would still have to pay after everything in a statement: cents by id, without zeros. */
function rest({ people, made, left, transfers }: Statement): Record<string, number> {
  const paid = [...made, ...left, ...transfers].map(({ from, to, amount }) => ({
    ...{ from: from._id, to: to._id, cents: balanceToCents(amount) },
  }));
  const nets = people.map(({ user, net }) => ({ from: user._id, to: "", cents: balanceToCents(net) }));
  const { "": _, ...byPerson } = Object.fromEntries(netByPerson([...paid, ...nets]));
  return byPerson;
}

const add = (event: number, who: number, cents: number, split = [0, 1, 2, 3]): Step => ({
  ...{ do: "add", event, who, cents, split, money: null },
});
const settleGroup: Step = { do: "apply-plan", who: 1, of: "group", event: 0 };

const statementsOf = ({ people, events }: Scene) =>
  Promise.all(events.map((event) => statementView(people[0]!, String(event))));

test("what a plan of the group moved is in the statement of each event, with the other events", async () => {
  const scene = await play(await aScene(), [add(0, 0, 12_000), add(1, 1, 8_000), settleGroup]);
  const [first, second] = await statementsOf(scene);
  const inWords = ({ transfers }: Statement) =>
    transfers.map(({ from, to, amount }) => `${from.name} to ${to.name} ${amount}`);
  expect(inWords(first!)).toEqual(["Ben to Ana 30", "Cleo to Ana 30", "Dan to Ana 30"]);
  expect(first!.offsets).toEqual([{ _id: String(scene.events[1]), title: "Second" }]);
  expect(first!.left).toEqual([]);
  expect(second!.offsets).toEqual([{ _id: String(scene.events[0]), title: "First" }]);
  expect([rest(first!), rest(second!)]).toEqual([{}, {}]);
});

test("nothing was moved without a plan of the group, by an event's own plan, or by one that was undone", async () => {
  const own: Step = { do: "apply-plan", who: 0, of: "event", event: 0 };
  const undone: Step = { do: "undo-plan", which: 0 };
  const spent = [add(0, 0, 12_000), add(0, 1, 500, [2]), add(0, 2, 9_000), add(1, 1, 8_000)];
  for (const steps of [[], [own], [settleGroup, undone]]) {
    const scene = await play(await aScene(), [...spent, ...steps]);
    for (const { transfers, offsets } of await statementsOf(scene))
      expect([transfers, offsets]).toEqual([[], []]);
  }
});

test(
  "in the statement of each event, everyone comes out even, after any history with plans of the group",
  async () => {
    const history = fc.array(anyStep, { minLength: 6, maxLength: 20 });
    let moved = 0;
    await fc.assert(
      fc.asyncProperty(history, history, async (before, after) => {
        const scene = await aScene();
        await play(scene, [add(0, 0, 9_999), add(1, 1, 5_001), ...before]);
        await perform(scene, settleGroup);
        await play(scene, after);
        const { events } = await collections();
        const open = await events.find({ groupId: scene.groupId, deletedAt: null }).toArray();
        for (const { _id } of open) {
          const { statement } = await loadStatementPage(scene.people[0]!, String(scene.groupId), String(_id));
          expect(rest(statement)).toEqual({});
          moved += statement.transfers.length;
        }
      }),
      { numRuns: Math.ceil(RUNS / 6) },
    );
    expect(moved).toBeGreaterThan(0);
  },
  LONG,
);
