import { formatCents } from "./money";

/** A cell of a table: a text that people typed, or an amount in cents. */
export type Cell = string | { cents: number } | null;

// What a spreadsheet would take for a formula, in whatever width it was typed.
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r]/;

/**
 * One line of a CSV file (RFC 4180), line end included. Amounts are plain decimal dollars. A text that a spreadsheet
 * would run as a formula gets an apostrophe before it, which spreadsheets read as "this is text".
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

/** Cents of either sign as plain decimal dollars: `1234.50`, `-0.05`. */
export function plainDollars(cents: number): string {
  return formatCents(cents).replace(/[$,]/g, "");
}

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return plainDollars(cell.cents);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
