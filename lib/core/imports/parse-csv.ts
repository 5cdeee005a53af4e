import { refuse, tooManyRows, type Refusal } from "./checked-file";
import { MAX_IMPORT_ROWS } from "./import-file";

/** More rows than a file of {@link MAX_IMPORT_ROWS} with blank lines between them has. */
const MAX_ROWS = 3 * MAX_IMPORT_ROWS;

/** The rows of a table, as spreadsheets count them; or the refusal of a file. */
export type Csv = { rows: string[][] } | Refusal;

/**
 * Parses a CSV file (RFC 4180). Blanks after a quoted cell are skipped, and a quotation mark inside a cell without them
 * is text. It reads each character once and stops at the first problem, because files come from anyone: packages that go
 * on after a quotation mark in the wrong place can take minutes for 5 MB.
 * @param text with "\n" at the end of each line
 */
export function parseCsv(text: string, delimiter: string): Csv {
  const rows: string[][] = [];
  let cells: string[] = [];
  const ends = (at: number) => at >= text.length || text[at] === "\n" || text[at] === delimiter;
  for (let start = 0; ;) {
    let end = start;
    if (text[start] === '"') {
      const close = closingQuote(text, start + 1);
      end = close + 1;
      while (!ends(end) && text[end]!.trim() === "") end += 1;
      if (close === -1 || !ends(end))
        return refuse("A quotation mark is missing or in the wrong place.", rows.length + 1);
      cells.push(text.slice(start + 1, close).replaceAll('""', '"'));
    } else {
      while (!ends(end)) end += 1;
      cells.push(text.slice(start, end));
    }
    if (text[end] !== delimiter) {
      if (rows.length === MAX_ROWS) return tooManyRows();
      rows.push(cells);
      cells = [];
      if (end >= text.length) return { rows };
    }
    start = end + 1;
  }
}

/** Two quotation marks stand for one. @returns -1 if there is none */
function closingQuote(text: string, from: number): number {
  let quote = text.indexOf('"', from);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote;
}
