import fc from "fast-check";
import type { Viewer } from "@/lib/server/access";
import { asPayment } from "@/lib/core/money/ledger";
import { balanceToCents, sumCents } from "@/lib/core/money/money";
import { netByPerson } from "@/lib/core/money/payments";
import { collections, type SettlementDoc } from "@/lib/db/collections";
import { useTestDatabase } from "@/testing/database";
import { LONG, play, STEPS } from "@/testing/ledger/histories";
import { aScene, peopleOf, type Scene } from "@/testing/ledger/scene";
import { moneyStep } from "@/testing/ledger/steps";
import { runs } from "@/packages/embedded-mongodb/src/testing/runs";
import { eventExpensesView, friendExpensesView, groupExpensesView } from "./expense-files";

useTestDatabase();

/** The rows of cells; no cell of these files contains a comma. */
async function read({ pieces }: { pieces: AsyncIterable<string> }): Promise<string[][]> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text.split(/\r?\n/).map((line) => line.split(","));
}

/** The balances, in cents by name, that a file in Splitwise's shape tells. Checks its sums. */
async function footerOf(file: { pieces: AsyncIterable<string> }): Promise<Map<string, number>> {
  const [header, ...lines] = await read(file);
  const rows = lines.filter((cells) => cells.length > 1).map((cells) => cells.slice(5).map(toCents));
  const footer = rows.pop()!;
  for (const row of rows) expect(sumCents(row)).toBe(0);
  expect(footer).toEqual(footer.map((_, column) => sumCents(rows.map((row) => row[column]!))));
  const days = lines.filter((cells) => cells.length > 1).map(([day]) => day!);
  expect(days.slice(0, -1)).toEqual(days.slice(0, -1).sort());
  return byName(header!.slice(5), footer);
}

/** The same of the table for spreadsheets. */
async function totalsOf(file: { pieces: AsyncIterable<string> }): Promise<Map<string, number>> {
  const [header, ...lines] = await read(file);
  const first = header!.indexOf("Amount") + 1;
  const isBalance = (cells: readonly string[]) => cells.some((cell) => cell.startsWith("Balance"));
  return byName(header!.slice(first), lines.find(isBalance)!.slice(first).map(toCents));
}

const toCents = (cell: string) => balanceToCents(Number(cell));
const byName = (names: readonly string[], cents: readonly number[]) =>
  new Map(names.map((name, column) => [name, cents[column]!] as const).filter(([, sum]) => sum !== 0));

/** What is open, in cents by name; positive: is owed. */
function balancesIn(scene: Scene, open: readonly SettlementDoc[]): Map<string, number> {
  const names = new Map(peopleOf(scene).map(({ id, name }) => [id, name]));
  return new Map([...netByPerson(open.map(asPayment))].map(([id, cents]) => [names.get(id)!, cents]));
}

test(
  "the sums of each file are the balances in the group, in the event, and between two people, after any history",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(moneyStep, STEPS), async (history) => {
        const scene = await play(await aScene(), history);
        const { people, groupId, events } = scene;
        const [ana, ben] = people as [Viewer, Viewer];
        const { settlements, events: stored } = await collections();
        const open = await settlements.find({ groupId, settled: false, deletedAt: null }).toArray();
        const group = String(groupId);
        const inGroup = balancesIn(scene, open);
        expect(await footerOf(await groupExpensesView(ana, group, "splitwise"))).toEqual(inGroup);
        expect(await totalsOf(await groupExpensesView(ana, group))).toEqual(inGroup);
        for (const eventId of events) {
          if (!(await stored.findOne({ _id: eventId, deletedAt: null }))) continue;
          const ofEvent = open.filter((one) => one.eventId.equals(eventId));
          const expected = balancesIn(scene, ofEvent);
          const event = String(eventId);
          expect(await footerOf(await eventExpensesView(ana, event, "splitwise"))).toEqual(expected);
          expect(await totalsOf(await eventExpensesView(ana, event))).toEqual(expected);
        }
        const between = open.filter(({ users }) =>
          [ana, ben].every(({ id }) => users.map(String).includes(id)),
        );
        const ofPair = balancesIn(scene, between);
        expect(await footerOf(await friendExpensesView(ana, ben.id, "splitwise"))).toEqual(ofPair);
        expect(await totalsOf(await friendExpensesView(ana, ben.id))).toEqual(ofPair);
      }),
      { numRuns: runs(100) },
    );
  },
  LONG,
);
