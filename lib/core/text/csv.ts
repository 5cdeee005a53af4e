/** A table cell: text, or an amount in dollars. */
export type Cell = string | number | null;

// Where a spreadsheet would run the text as a formula, in ASCII or full-width characters. In many countries, ";"
// separates cells. There, a quote after a comma quotes nothing, so a line break begins a row. Some programs skip characters
// that are not seen (\p{DI}), or are none (\p{C}). Apostrophes are skipped too, so that each one that is added can be told.
const FORMULA = /(?<![^;\r\n])(?=['\s\p{C}\p{DI}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r])/gu;
const MARKED = /(?<![^;\r\n])'(?=['\s\p{C}\p{DI}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r])/gu;

/**
 * One line of a CSV file (RFC 4180), including the line end. Amounts are plain decimal dollars. Text that a
 * spreadsheet would run as a formula is prefixed with an apostrophe, which marks it as text.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return cell.toFixed(2);
  const text = cell.replace(FORMULA, "'");
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text of a cell that {@link csvLine} has written, without the apostrophes that it adds. */
export const cellToText = (cell: string): string => cell.replace(MARKED, "");
