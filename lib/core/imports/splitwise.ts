import { detailsOf } from "@/lib/core/expenses/details";
import { MAX_PEOPLE } from "@/lib/core/max-people";
import { formatCents, sumCents } from "@/lib/core/money/money";
import { categoryNamed } from "./categories-of-others";
import { checkedFile, refuse, tooManyPeople, tooManyRows } from "./checked-file";
import { fromNets } from "./from-nets";
import {
  MAX_IMPORT_ROWS,
  type ImportPerson,
  type ReadResult,
  type RefusedRow,
  type Unnumbered,
} from "./import-file";
import { isBlank, readCsv } from "./read-csv";
import { excerpt } from "./row-problem";
import {
  isAmbiguous,
  payerAndReceiver,
  paymentCategories,
  rowOf,
  textOf,
  type SplitwiseRow,
} from "./splitwise-rows";

// Date, Description, Category, Cost, Currency, and a column per person. The header is in the language of the account.
const FIRST_PERSON = 5;

const CURRENCY = /^[A-Z]{3}$/i;

/** Reads Splitwise's CSV, and Evenly's in the same shape. @returns null if the text is neither */
export function readSplitwise(text: string): ReadResult | null {
  const csv = readCsv(text, FIRST_PERSON + 1);
  if (!csv) return null;
  if (!("rows" in csv)) return csv;
  const header = csv.rows.findIndex(
    (cells) => cells.length > FIRST_PERSON && !cells.slice(0, FIRST_PERSON).some(isBlank),
  );
  if (header === -1) return null;

  const width = widthOf(csv.rows, header);
  const lines = csv.rows
    .map((cells, index) => ({ cells, row: index + 1 }))
    .slice(header + 1)
    .filter(({ cells }) => !cells.every(isBlank));
  if (!lines.some(({ cells }) => CURRENCY.test(cells[4]?.trim() ?? ""))) return null;

  const names = csv.rows[header]!.slice(FIRST_PERSON, width);
  if (names.length > MAX_PEOPLE) return tooManyPeople(header + 1);
  const formula = names.findIndex((name) => name.trimStart().startsWith("="));
  if (formula !== -1) return refuse(`The name of person ${formula + 1} begins with “=”.`, header + 1);
  const ragged = lines.find(({ cells }) => cells.length < width || !cells.slice(width).every(isBlank));
  if (ragged) return refuse(`It has ${ragged.cells.length} cells instead of ${width}.`, ragged.row);

  const people = names.map((name) => ({ name: textOf(name), footer: null }));
  const rows = lines.map(({ cells, row }) => rowOf(cells.slice(0, width), row));
  return readRows(people, rows, header + 1);
}

/** The columns of the header up to the last one that is not empty. Spreadsheets save empty ones too. */
function widthOf(rows: readonly string[][], header: number): number {
  const columns = rows[header]!.length;
  const used = rows
    .slice(header)
    .map((cells) => cells.slice(0, columns).findLastIndex((cell) => !isBlank(cell)));
  return used.reduce((most, last) => Math.max(most, last + 1), 0);
}

/** @param namesRow the row of the header */
function readRows(people: ImportPerson[], table: readonly SplitwiseRow[], namesRow: number): ReadResult {
  const rows = table.filter(({ total }) => !total);
  if (rows.length > MAX_IMPORT_ROWS) return tooManyRows();
  const currency = mainCurrency(rows.length > 0 ? rows : table);
  const ours = rows.filter((row) => row.currency === currency);
  const footer = table.find((row) => row.total && row.currency === currency);
  const wrong = unbalanced(ours) ?? (footer && wrongFooter(people, ours, footer));
  if (wrong) return wrong;

  const refused: RefusedRow[] = [];
  const payments = paymentCategories(
    ours,
    people.map(({ name }) => name),
  );
  const read = rows.flatMap((row): Unnumbered[] => {
    const item = row.currency === currency ? itemOf(row, payments) : otherCurrency(row.currency, currency);
    if (typeof item === "object") return [item];
    refused.push({ row: row.row, reason: item });
    return [];
  });
  const withFooter = people.map(({ name }, person) => ({ name, footer: footer?.nets[person] ?? null }));
  return checkedFile(
    { source: "splitwise", title: null, currency, people: withFooter, events: [], rows: read, refused },
    namesRow,
  );
}

/** The currency of most rows; if two are equally frequent, US dollars. */
function mainCurrency(rows: readonly SplitwiseRow[]): string {
  const counts = new Map<string, number>();
  for (const { currency } of rows)
    if (CURRENCY.test(currency)) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const rank = ([currency, count]: [string, number]) => 2 * count + (currency === "USD" ? 1 : 0);
  return [...counts].reduce((main, one) => (rank(one) > rank(main) ? one : main), ["USD", 0])[0];
}

function unbalanced(rows: readonly SplitwiseRow[]) {
  for (const { row, nets, unreadable, currency } of rows) {
    const sum = sumCents(nets);
    if (unreadable === null && sum !== 0)
      return refuse(
        `What people paid and owe sums to ${amountIn(currency, sum)} instead of ${amountIn(currency, 0)}.`,
        row,
      );
  }
  return null;
}

/** Compares the file's totals with its columns, unless an amount cannot be read. */
function wrongFooter(people: readonly ImportPerson[], rows: readonly SplitwiseRow[], footer: SplitwiseRow) {
  if (footer.unreadable !== null) return refuse(notAnAmount(footer.unreadable), footer.row);
  if (rows.some(({ unreadable }) => unreadable !== null)) return null;
  for (const [person, { name }] of people.entries()) {
    const sum = sumCents(rows.map(({ nets }) => nets[person]!));
    const total = footer.nets[person]!;
    if (sum !== total) {
      const amount = (cents: number) => amountIn(footer.currency, cents);
      return refuse(
        `The total of ${excerpt(name)} is ${amount(total)}, but their column sums to ${amount(sum)}, ` +
          `${amount(Math.abs(sum - total))} ${sum > total ? "more" : "less"}.`,
        footer.row,
      );
    }
  }
  return null;
}

/** Evenly has one currency, but a file speaks of its own: `$1.50`, `1.50 EUR`. */
const amountIn = (currency: string, cents: number) =>
  currency === "USD" ? formatCents(cents) : `${formatCents(cents).replace("$", "")} ${currency}`;

const otherCurrency = (currency: string, main: string) =>
  isBlank(currency) ? "It has no currency." : `It is in ${excerpt(currency)}, not in ${main}.`;

const notAnAmount = (cell: string) =>
  isAmbiguous(cell)
    ? `“${excerpt(cell)}” is ambiguous. Write the amount with two decimals and no thousands separator.`
    : `“${excerpt(cell)}” is not an amount.`;

/** What a row becomes, or why it is refused. */
function itemOf(row: SplitwiseRow, payments: ReadonlySet<string>): Unnumbered | string {
  if (row.cost === null || row.unreadable !== null) return notAnAmount(row.unreadable ?? "");
  const common = { row: row.row, id: null, date: row.date, event: null };
  const people = payments.has(row.category.toLowerCase()) ? payerAndReceiver(row) : null;
  if (people) {
    const kept = { method: null, note: "", settledAt: null };
    return { ...common, kind: "payment", ...people, cents: row.cost, ...kept };
  }
  const money = fromNets(row.cost, row.nets);
  if (!money)
    return row.cost === 0
      ? `The amount is ${amountIn(row.currency, 0)}.`
      : "Nobody owes anything for it, and it does not say who paid.";
  return {
    ...common,
    kind: "expense",
    description: row.description,
    ...money,
    split: null,
    ...detailsOf({ category: categoryNamed(row.category) }),
    createdAt: null,
  };
}
