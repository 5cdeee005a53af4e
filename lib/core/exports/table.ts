import {
  EXPENSE_DETAIL_FIELDS,
  EXPENSE_DETAILS,
  eachDetail,
  type ExpenseDetail,
  type ReturnedDetails,
} from "@/lib/core/expenses/details";
import { centsToDollars, sumCents } from "@/lib/core/money/money";
import { SPLIT_NAMES } from "@/lib/core/money/split-names";
import { PAYMENT_METHOD_NAMES } from "@/lib/core/settlements";
import { csvLine, type Cell } from "@/lib/core/text/csv";
import { Totals, type Entry } from "./entries";

/** Excel recognizes UTF-8 by it. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** The names of an expense's details. */
export const DETAIL_COLUMNS = EXPENSE_DETAIL_FIELDS.map((field) => EXPENSE_DETAILS[field].name);

/** The cells of {@link DETAIL_COLUMNS}. */
export const detailCells = (expense: ReturnedDetails & { description: string }): Cell[] =>
  Object.values(
    eachDetail<Record<ExpenseDetail, Cell>>((field, { toCell }) => toCell(expense[field] as never, expense)),
  );

/** Who paid: `Ana`, or `Ana 20.00; Ben 10.00`. @param payers amounts in dollars */
export const paidByCell = (payers: readonly { name: string; amount: number }[]): string =>
  payers.length === 1
    ? payers[0]!.name
    : payers.map(({ name, amount }) => `${name} ${amount.toFixed(2)}`).join("; ");

const KIND_NAMES = { expense: "Expense", payment: "Payment", plan: "Plan" };

/** What plans moved is said in the words of the place. */
export type TableOf = "group" | "event" | "friend";

/**
 * A table for spreadsheets: a row for each entry with the shares of an expense by person, a blank row, and totals.
 * @param names of everyone in the entries, by id: their columns
 * @param before the balances before the first entry, in cents by id, if the entries are those of some days
 */
export async function* tableLines(
  entries: AsyncIterable<Entry>,
  names: ReadonlyMap<string, string>,
  of: TableOf,
  before?: ReadonlyMap<string, number>,
): AsyncGenerator<string> {
  const nameOf = (id: string) => names.get(id) ?? id;
  const only = <T>(place: TableOf, cell: T) => (of === place ? [cell] : []);
  yield BYTE_ORDER_MARK;
  yield csvLine([
    "Date",
    ...only("friend", "Group"),
    ...["Event", "Kind", "Description", ...DETAIL_COLUMNS, "Paid by", "Paid to", "Method", "Split"],
    ...only("friend", "Whole amount"),
    "Amount",
    ...names.values(),
  ]);
  const totals = new Totals();
  let [spent, paid, moved] = [0, 0, 0];
  for await (const entry of entries) {
    totals.add(entry);
    if (entry.kind === "expense") spent += entry.cents;
    else if (entry.kind === "payment") paid += entry.cents;
    else moved += entry.cents;
    const shares =
      entry.kind === "expense" ? new Map(entry.shares.map((one) => [one.user, one.cents])) : null;
    yield csvLine([
      entry.day,
      ...only("friend", entry.group),
      ...[entry.event, KIND_NAMES[entry.kind], ...cellsOf(entry, nameOf, of)],
      ...only("friend", entry.kind === "expense" ? dollars(entry.whole ?? entry.cents) : null),
      dollars(entry.cents),
      ...[...names.keys()].map((id) => dollars(shares?.get(id) ?? null)),
    ]);
  }
  const people = [...names.keys()];
  const total = (label: string, sum: number | null, cents: (person: string) => number) =>
    csvLine([
      ...[null, ...only("friend", null), null, "Total", label, ...DETAIL_COLUMNS.map(() => null)],
      ...[null, null, null, null, ...only("friend", null), dollars(sum)],
      ...people.map((person) => dollars(cents(person))),
    ]);
  // A blank row keeps the totals out of what a spreadsheet sorts, filters, and sums up.
  yield csvLine([]);
  const atFirst = (person: string) => before?.get(person) ?? 0;
  if (before) yield total("Balance before (negative: owes)", null, atFirst);
  yield total("Paid", spent, (person) => totals.of("paid", person));
  yield total("Share", spent, (person) => totals.of("share", person));
  yield total("Payments made", paid, (person) => totals.of("made", person));
  yield total("Payments received", paid, (person) => totals.of("received", person));
  if (moved > 0 && of !== "group") yield total(movedBy(of), null, (person) => totals.of("moved", person));
  const label = before ? "Balance after (negative: owes)" : "Balance (negative: owes)";
  yield total(label, null, (person) => sumCents([atFirst(person), totals.balance(person)]));
}

/** From the description to the kind of split. */
function cellsOf(entry: Entry, nameOf: (id: string) => string, of: TableOf): Cell[] {
  if (entry.kind === "expense") {
    const payers = entry.payers.map(({ user, cents }) => ({
      name: nameOf(user),
      amount: centsToDollars(cents),
    }));
    const paidBy = paidByCell(payers);
    return [entry.description, ...detailCells(entry), paidBy, null, null, SPLIT_NAMES[entry.mode]];
  }
  const isPayment = entry.kind === "payment";
  const [from, to] = [nameOf(entry.from), nameOf(entry.to)];
  const none = eachDetail<Record<ExpenseDetail, Cell>>(() => null);
  const details = isPayment ? { ...none, note: entry.note } : none;
  return [
    isPayment ? `${from} paid ${to}` : movedBy(of),
    ...Object.values(details),
    ...[from, to, isPayment && entry.method ? PAYMENT_METHOD_NAMES[entry.method] : null, null],
  ];
}

const movedBy = (of: TableOf) => (of === "friend" ? "Simplified payments" : "Moved to other events");

const dollars = (cents: number | null) => (cents === null ? null : centsToDollars(cents));
