import fc from "fast-check";
import type { Statement } from "@/lib/contract/statements";
import { balanceToCents } from "@/lib/core/money/money";
import { netByPerson } from "@/lib/core/money/payments";
import { remains } from "@/lib/core/statements";
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
    from: from._id,
    to: to._id,
    cents: balanceToCents(amount),
  }));
  const nets = people.map(({ user, net }) => ({ from: user._id, to: "", cents: balanceToCents(net) }));
  const { "": _, ...byPerson } = Object.fromEntries(netByPerson([...paid, ...nets]));
  return byPerson;
}

/** Each person's row: paid − share + payments + what plans moved = what is left, which the payments left say, too. */
function expectRowsToAddUp({ people, made, left, transfers }: Statement): void {
  const asCents = ({ from, to, amount }: (typeof left)[number]) => ({
    from: from._id,
    to: to._id,
    cents: balanceToCents(amount),
  });
  const nets = new Map(people.map(({ user, net }) => [user._id, balanceToCents(net)]));
  const open = netByPerson(left.map(asCents));
  for (const [id, row] of remains(nets, made.map(asCents), transfers.map(asCents)))
    expect([id, row.left]).toEqual([id, open.get(id) ?? 0]);
}

const add = (event: number, who: number, cents: number, split = [0, 1, 2, 3]): Step => ({
  do: "add",
  event,
  who,
  cents,
  split,
  money: null,
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

test("lists the expenses, earliest first, with everyone's shares; the first ones, or all; and the largest", async () => {
  const scene = await play(await aScene(), [
    ...[add(0, 0, 12_000), add(0, 1, 1_001, [0, 1, 2])],
    ...Array.from({ length: 32 }, (_, index) => add(0, 2, 100 + index)),
  ]);
  const load = (whole: boolean) =>
    loadStatementPage(scene.people[0]!, String(scene.groupId), String(scene.events[0]), whole);
  const [some, all] = [await load(false), await load(true)];
  expect([some.expenses.length, all.expenses.length]).toEqual([30, 34]);
  expect(all.expenses.slice(0, 30)).toEqual(some.expenses);
  expect(all.expenses[0]).toMatchObject({ amount: 120, shares: [{ users: null, amount: 30 }] });
  const shares = all.expenses[1]!.shares.flatMap(({ users, amount }) => users!.map(() => amount));
  expect(shares.sort()).toEqual([3.33, 3.34, 3.34]);
  expect(all.expenses[1]!.payers).toEqual([{ user: scene.people[1]!.id, amount: 10.01 }]);
  expect(all.expenses.reduce((sum, { amount }) => sum + balanceToCents(amount), 0)).toBe(
    balanceToCents(all.statement.event.total),
  );
  expect(some.largest).toEqual(all.expenses[0]);
});

test("names the plans that were used: those of the event move nothing, those of the group do", async () => {
  const own: Step = { do: "apply-plan", who: 1, of: "event", event: 0 };
  const spent = [add(0, 0, 12_000), add(0, 1, 500, [2]), add(0, 2, 9_000), add(1, 1, 8_000)];
  const scene = await play(await aScene(), [...spent, own, settleGroup]);
  const [first] = await statementsOf(scene);
  expect(first!.plans.map(({ of, usedBy }) => [of, usedBy.name])).toEqual([
    ["event", "Ben"],
    ["group", "Ben"],
  ]);
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
          expectRowsToAddUp(statement);
          moved += statement.transfers.length;
        }
      }),
      { numRuns: Math.ceil(RUNS / 6) },
    );
    expect(moved).toBeGreaterThan(0);
  },
  LONG,
);
