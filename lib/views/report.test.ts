import fc from "fast-check";
import type { Viewer } from "@/lib/server/access";
import { asPayment } from "@/lib/core/money/ledger";
import { balanceToCents, sumByKey, sumCents } from "@/lib/core/money/money";
import { netByPerson } from "@/lib/core/money/payments";
import { spendingOf, sumSpending } from "@/lib/core/spending";
import { DAY_MS, dateOnly } from "@/lib/core/text/dates";
import { collections } from "@/lib/db/collections";
import { countedExpense } from "@/lib/db/expenses/money";
import { spendingUpdates } from "@/lib/db/spending";
import { useTestDatabase } from "@/testing/database";
import { LONG, play, STEPS } from "@/testing/ledger/histories";
import { aScene, type Scene } from "@/testing/ledger/scene";
import { moneyStep } from "@/testing/ledger/steps";
import { runs } from "@/packages/embedded-mongodb/src/testing/runs";
import { loadReportPage, reportView } from "./report";
import { reportFileView } from "./expense-files";

useTestDatabase();

const FIRST = new Date("2025-11-20T00:00:00.000Z").getTime();
// The independent server leaves out what is at the bound of a range (packages/embedded-mongodb/src/conformance).
const MIDNIGHT = process.env.TEST_MONGODB_URI ? 1 : 0;
/** A moment of some months; often the first or the last one of a month. */
const moment = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.integer({ min: 0, max: 120 * 24 * 60 }).map((minute) => FIRST + minute * 60_000),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(0, 1, 2, 3), fc.constantFrom(0, -1))
      .map(([month, shift]) => Date.UTC(2025, 11 + month) + (shift || MIDNIGHT)),
  },
);
const dayOf = (ms: number) => dateOnly(new Date(ms).toISOString());
const dayAfter = (day: string) => dayOf(new Date(day).getTime() + DAY_MS);

/** Moves what happened to these moments. */
async function spread({ groupId, events }: Scene, moments: readonly number[]): Promise<void> {
  const { expenses, settlements, spending } = await collections();
  const all = { groupId, deletedAt: null };
  let next = 0;
  const take = () => new Date(moments[next++ % moments.length]!);
  for (const { _id } of await expenses.find(all).toArray())
    await expenses.updateOne({ _id }, { $set: { date: take() } });
  for (const { _id } of await settlements.find({ ...all, settled: true }).toArray())
    await settlements.updateOne({ _id }, { $set: { settledAt: take() } });
  await spending.deleteMany({ groupId });
  for (const _id of events) {
    const rows = await expenses.find({ ...all, eventId: _id }).toArray();
    const entries = sumSpending(rows.flatMap((row) => spendingOf(countedExpense(row))));
    const updates = spendingUpdates({ _id, groupId }, entries);
    if (updates.length > 0) await spending.bulkWrite(updates);
  }
}

/** What each person is owed at the end of a day, in cents by id, counted from the expenses and payments one by one. */
async function balancesAt({ groupId }: Scene, lastDay: string): Promise<Map<string, number>> {
  const { expenses, settlements } = await collections();
  const before = { $lt: new Date(dayAfter(lastDay)) };
  const all = { groupId, deletedAt: null };
  const rows = await expenses.find({ ...all, date: before }).toArray();
  const paid = await settlements.find({ ...all, settled: true, settledAt: before }).toArray();
  return sumByKey([
    ...rows.flatMap(({ payers, shares }) => [
      ...payers.map(({ user, cents }) => [String(user), cents] as const),
      ...shares.map(({ user, cents }) => [String(user), -cents] as const),
    ]),
    ...netByPerson(paid.map(({ pair, net }) => asPayment({ pair, net: -net }))),
  ]);
}

type People = Awaited<ReturnType<typeof loadReportPage>>["report"]["people"];
const balances = (people: People, at: "before" | "after") =>
  sumByKey(people.map((one) => [one.user._id, balanceToCents(one[at])]));

test(
  "over any days, balance + paid − share + payments is the balance afterwards, and adjacent days continue it",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(moneyStep, STEPS),
        fc.array(moment, { minLength: 1, maxLength: 30 }),
        fc.uniqueArray(moment.map(dayOf), { minLength: 3, maxLength: 3 }),
        async (history, moments, days) => {
          const scene = await play(await aScene(), history);
          await spread(scene, moments);
          const [ana, group] = [scene.people[0]!, String(scene.groupId)];
          const [first, middle, last] = [...days].sort() as [string, string, string];
          const of = async (from?: string, until?: string) =>
            (await loadReportPage(ana, group, { from, until })).report;
          const reports = [
            await of(undefined, first),
            await of(dayAfter(first), middle),
            await of(dayAfter(middle), last),
            await of(dayAfter(last), undefined),
          ];
          for (const { people } of reports) {
            for (const { before, paid, share, made, received, after } of people) {
              const parts = [before, paid, -share, made, -received].map(balanceToCents);
              expect(sumCents(parts)).toBe(balanceToCents(after));
            }
            for (const at of ["before", "after"] as const)
              expect(sumCents(balances(people, at).values())).toBe(0);
          }
          for (const [index, { people }] of reports.entries())
            expect(balances(people, "before")).toEqual(
              index === 0 ? new Map() : balances(reports[index - 1]!.people, "after"),
            );
          for (const [index, day] of [first, middle, last].entries())
            expect(balances(reports[index]!.people, "after")).toEqual(await balancesAt(scene, day));
          const all = await of();
          const { settlements } = await collections();
          const open = await settlements
            .find({ groupId: scene.groupId, settled: false, deletedAt: null })
            .toArray();
          expect(balances(all.people, "after")).toEqual(netByPerson(open.map(asPayment)));
          expect(balances(reports[3]!.people, "after")).toEqual(balances(all.people, "after"));
          const sumOf = (field: "total" | "expenseCount" | "paymentCount") =>
            sumCents(reports.map((one) => balanceToCents(one[field])));
          for (const field of ["total", "expenseCount", "paymentCount"] as const)
            expect(sumOf(field)).toBe(balanceToCents(all[field]));
          await expectSameInFile(ana, group, { from: dayAfter(first), until: last });
        },
      ),
      { numRuns: runs(100) },
    );
  },
  LONG,
);

/** The file, the screen, and the operation tell the same. */
async function expectSameInFile(viewer: Viewer, group: string, days: { from: string; until: string }) {
  const { report, expenses, payments } = await loadReportPage(viewer, group, days);
  const { rows } = await reportView(viewer, group, days);
  const { entries, ...figures } = rows;
  expect(figures).toEqual(report);
  expect(entries.filter(({ kind }) => kind === "expense").map(({ amount }) => amount)).toEqual(
    expenses.map(({ amount }) => amount),
  );
  expect(entries.filter(({ kind }) => kind === "payment").map(({ _id }) => _id)).toEqual(
    payments.map(({ _id }) => _id),
  );
  let text = "";
  for await (const piece of (await reportFileView(viewer, group, days)).pieces) text += piece;
  const [header, ...lines] = text.split("\r\n").map((line) => line.split(","));
  const first = header!.indexOf("Amount") + 1;
  const names = header!.slice(first);
  for (const [label, at] of [
    ["Balance before", "before"],
    ["Balance after", "after"],
  ] as const) {
    const cells = lines.find((line) => line.some((cell) => cell.startsWith(label)))!.slice(first);
    for (const { user, [at]: amount } of report.people)
      expect([user.name, Number(cells[names.indexOf(user.name)])]).toEqual([user.name, amount]);
  }
}
