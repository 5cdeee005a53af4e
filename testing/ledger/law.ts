import type { Collection, ObjectId } from "mongodb";
import { asPayment, parsePair, netsByPair } from "@/lib/core/money/ledger";
import { netByPerson } from "@/lib/core/money/payments";
import { entriesOf, spendingOf, sumSpending, type SpendingEntry } from "@/lib/core/spending";
import { sumByKey, sumCents } from "@/lib/core/money/money";
import { listBalances, listGroupBalances } from "@/lib/db/settlements/balances";
import { collections } from "@/lib/db/collections";
import { countedExpense } from "@/lib/db/expenses/money";
import { getGroupFigures } from "@/lib/db/groups/figures";
import { listReasons } from "@/lib/db/settlements/why";
import { peopleOf, type Scene } from "./scene";

/** The ledger law (docs/rules.md#ledger), and what is derived from it. */
export async function expectLaw(scene: Scene): Promise<void> {
  for (const eventId of [...scene.events, scene.elsewhere]) await expectLawOfEvent(scene, eventId);
  await expectZeroSums(scene);
  await expectNoClaimed(scene);
  await expectOnlyMembersOwe(scene);
  await expectSameBalances(scene);
}

/** Nothing names a guest whose place an account has taken. */
async function expectNoClaimed({ groupId }: Scene): Promise<void> {
  const { users, ...all } = await collections();
  const { groups, events, expenses, settlements, transfers, spending, activities, series } = all;
  const claimed = await users.find({ guest: groupId, claimedBy: { $exists: true } }).toArray();
  if (claimed.length === 0) return;
  const rest = [events, expenses, settlements, transfers, spending, activities, series].map((each) =>
    (each as unknown as Collection).find({ groupId }).toArray(),
  );
  const stored = JSON.stringify([await groups.findOne({ _id: groupId }), await Promise.all(rest)]);
  for (const { _id } of claimed) expect(stored).not.toContain(_id.toHexString());
}

/** The transfers of each plan sum to zero for each person. */
async function expectZeroSums({ groupId }: Scene): Promise<void> {
  const { transfers } = await collections();
  const parts = await transfers.find({ groupId, deletedAt: null }).toArray();
  for (const planId of new Set(parts.map((part) => part.planId.toHexString()))) {
    const ofPlan = parts.filter((part) => part.planId.toHexString() === planId);
    expect(netByPerson(ofPlan.flatMap(({ debts }) => debts.map(asPayment)))).toEqual(new Map());
  }
}

async function expectOnlyMembersOwe({ groupId }: Scene): Promise<void> {
  const { groups, settlements } = await collections();
  const members = (await groups.findOne({ _id: groupId }))!.members.map(String);
  const open = await settlements.find({ groupId, settled: false, deletedAt: null }).toArray();
  expect(members).toEqual(expect.arrayContaining(open.flatMap(({ users }) => users.map(String))));
}

async function expectLawOfEvent(scene: Scene, eventId: ObjectId): Promise<void> {
  const { expenses, transfers, settlements, events, spending } = await collections();
  const [rows, moved, records, found] = await Promise.all([
    expenses.find({ eventId, deletedAt: null }).toArray(),
    transfers.find({ eventId, deletedAt: null }).toArray(),
    settlements.find({ eventId, deletedAt: null }).toArray(),
    events.findOne({ _id: eventId, deletedAt: null }),
  ]);
  expect(netsByPair(records)).toEqual(netsByPair([...rows, ...moved].flatMap(({ debts }) => debts)));
  expect(records.every(({ net }) => net !== 0)).toBe(true);
  const unsettled = records.filter(({ settled }) => !settled);
  expect(new Set(unsettled.map(({ pair }) => pair)).size).toBe(unsettled.length);
  // Every balance is explained: the listed reasons sum to it.
  for (const settlement of unsettled) {
    const { rows: reasons } = await listReasons(settlement, {});
    expect(reasons.reduce((sum, { net }) => sum + net, 0)).toBe(settlement.net);
  }
  if (!found) {
    expect([rows, moved, records]).toEqual([[], [], []]);
    return;
  }
  expect(found).toMatchObject({
    expenseCount: rows.length,
    totalCents: rows.reduce((sum, row) => sum + row.cents, 0),
  });
  for (const { id } of peopleOf(scene)) {
    const sumOf = (parts: { user: ObjectId; cents: number }[]) =>
      parts.filter(({ user }) => user.toHexString() === id).reduce((sum, one) => sum + one.cents, 0);
    const paid = sumOf(rows.flatMap((row) => row.payers));
    const share = sumOf(rows.flatMap((row) => row.shares));
    expect(found.tally[id] ?? { paid: 0, share: 0 }).toEqual({ paid, share });
  }
  const figures = (all: SpendingEntry[]) =>
    sumSpending(all)
      .map((one) => JSON.stringify(one))
      .sort();
  expect(figures((await spending.find({ eventId, deletedAt: null }).toArray()).flatMap(entriesOf))).toEqual(
    figures(rows.flatMap((row) => spendingOf(countedExpense(row)))),
  );
}

/** The stored balances are the sums of what is open, with each person and in the group, event by event. */
export async function expectSameBalances(scene: Scene): Promise<void> {
  const { settlements } = await collections();
  const users = peopleOf(scene).map(({ _id }) => _id);
  const open = await settlements.find({ users: { $in: users }, settled: false, deletedAt: null }).toArray();
  for (const { _id, id } of peopleOf(scene)) {
    const expected = sumByKey(
      open.flatMap(({ pair, net }) => {
        const [lo, hi] = parsePair(pair);
        if (id !== lo && id !== hi) return [];
        return [id === lo ? ([hi, -net] as const) : ([lo, net] as const)];
      }),
    );
    const balances = (await listBalances(_id)).map(
      (one) => [one.person._id.toHexString(), one.cents] as const,
    );
    expect(new Map(balances)).toEqual(new Map([...expected].filter(([, cents]) => cents !== 0)));
    const { mine, members } = await getGroupFigures(_id, scene.groupId, "0000-01");
    const inGroup = (await listGroupBalances(_id)).get(scene.groupId.toHexString());
    expect(inGroup ?? 0).toBe(sumCents(mine.map(({ cents }) => cents)));
    expect(members.get(id) ?? 0).toBe(inGroup ?? 0);
  }
}
