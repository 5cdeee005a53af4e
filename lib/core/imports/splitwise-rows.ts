import { cellToText } from "@/lib/core/text/csv";
import { categoryNamed } from "./categories-of-others";
import { isBlank } from "./read-csv";

/** A row of the table. */
export type SplitwiseRow = {
  row: number;
  date: string;
  description: string;
  category: string;
  currency: string;
  /** Cents; null: not an amount. */
  cost: number | null;
  /** What each person paid minus what they owe, in cents. */
  nets: number[];
  /** The first cell that is not an amount; null: all are. */
  unreadable: string | null;
  /** It is a total at the end, in the footer. */
  total: boolean;
};

// As large as the sums of 5,000 rows are exact.
const NUMBER = /^([-\u2212]?)(\d{1,10})(?:[.,](\d{1,2})0*)?$/;

// "1,234.50" or "1.234,50"
const WITH_THOUSANDS = /^[-\u2212]?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:\.\d{3})+,\d+)$/;
const AMBIGUOUS = /^[-\u2212]?[1-9]\d{0,2}[.,]\d{3}$/;

/** Whether an amount may be of thousands or have three decimals: `1,250`. */
export const isAmbiguous = (cell: string): boolean => AMBIGUOUS.test(cell.trim());

/**
 * Parses an amount of a table, with a decimal point or comma, a sign, and separators of thousands.
 * @returns cents, 0 for an empty cell; null if it is not an amount, is ambiguous, or has a fraction of a cent
 */
function parseSigned(cell: string): number | null {
  const text = cell.trim();
  if (text === "") return 0;
  if (isAmbiguous(text)) return null;
  // The last separator is that of the decimals.
  const match = NUMBER.exec(WITH_THOUSANDS.test(text) ? text.replace(/[.,](?=.*[.,])/g, "") : text);
  if (!match) return null;
  const [, sign, whole = "", decimals = ""] = match;
  const cents = Number(whole + decimals.padEnd(2, "0"));
  return sign && cents > 0 ? -cents : cents;
}

/** The text of a cell. What is longer than any text of Evenly is cut, because it would take long. */
export const textOf = (cell: string): string => cellToText(cell.slice(0, 2_000));

/** @param cells of all columns */
export function rowOf(cells: readonly string[], row: number): SplitwiseRow {
  const [date = "", description = "", category = "", cost = "", currency = "", ...amounts] = cells;
  return {
    row,
    date: date.trim(),
    description: textOf(description),
    category: textOf(category).trim(),
    currency: currency.trim().toUpperCase(),
    cost: parseSigned(cost),
    nets: amounts.map((cell) => parseSigned(cell) ?? 0),
    unreadable: [cost, ...amounts].find((cell) => parseSigned(cell) === null) ?? null,
    total: isBlank(category) && isBlank(cost),
  };
}

/** Splitwise's category of payments in en, de, fr, es, it and pt, nl and da and nb, sv, pl, cs, fi, ja, id. */
const PAYMENT = new Set(
  "payment zahlung paiement pago pagamento betaling betalning płatność platba maksu 支払い pembayaran".split(
    " ",
  ),
);

const categoryOf = ({ category }: SplitwiseRow) => category.toLowerCase();

/** The two people of a row in which one person is owed the whole cost, and another one owes it. */
export function payerAndReceiver({ cost, nets }: SplitwiseRow): { from: number; to: number } | null {
  if (cost === null || cost <= 0 || nets.filter((net) => net !== 0).length !== 2) return null;
  const [from, to] = [nets.indexOf(cost), nets.indexOf(-cost)];
  return from === -1 || to === -1 ? null : { from, to };
}

/**
 * The categories of a file whose rows are payments: those known to be. In other languages, an expense that one person
 * paid for another one looks the same; there, all rows of the category must name the two people, as in "Jane D. paid
 * John D.".
 * @param names of the people, in the order of the columns
 */
export function paymentCategories(rows: readonly SplitwiseRow[], names: readonly string[]): Set<string> {
  const categories = new Set(rows.map(categoryOf));
  const known = [...categories].filter((category) => PAYMENT.has(category));
  if (known.length > 0) return new Set(known);
  for (const row of rows) if (!namesItsPeople(row, names)) categories.delete(categoryOf(row));
  return new Set([...categories].filter((category) => !isOfExpenses(category)));
}

/** Whether a category is one of expenses in English, or there is none. */
const isOfExpenses = (category: string) =>
  category === "" || category === "general" || categoryNamed(category) !== null;

function namesItsPeople(row: SplitwiseRow, names: readonly string[]): boolean {
  const people = payerAndReceiver(row);
  if (!people) return false;
  const words: readonly string[] = wordsOf(row.description);
  return [people.from, people.to].every((person) => words.includes(wordsOf(names[person] ?? "")[0] ?? ""));
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
