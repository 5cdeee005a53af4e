import { refuse, tooManyRows, type Refusal } from "./checked-file";
import { MAX_IMPORT_ROWS } from "./import-file";

const DELIMITERS = [",", ";", "\t"];

/** The most lines before the header, such as a note and blank lines. */
const BEFORE_HEADER = 20;

/** More rows than a file of {@link MAX_IMPORT_ROWS} with blank lines between them has. */
const MAX_ROWS = 3 * MAX_IMPORT_ROWS;

/** The rows of a table, as spreadsheets count them; or the refusal of a file. */
type Csv = { rows: string[][] } | Refusal;

/**
 * Reads a CSV file. The parser is loaded when it is used first.
 * @param columns the fewest columns of the table, which tell the delimiter
 * @returns null if there is no such table
 */
export async function readCsv(text: string, columns: number): Promise<Csv | null> {
  const lines = text.replace(/\r\n?/g, "\n");
  const delimiter = delimiterOf(lines, columns);
  if (delimiter === null) return null;
  const { default: papaparse } = await import("papaparse");
  const options = { delimiter, newline: "\n" as const, preview: MAX_ROWS };
  const { data, errors, meta } = papaparse.parse<string[]>(lines, options);
  const [error] = errors;
  if (error) return refuse("A quotation mark is missing or in the wrong place.", (error.row ?? 0) + 1);
  return meta.truncated ? tooManyRows() : { rows: data };
}

function delimiterOf(text: string, columns: number): string | null {
  for (const line of text.split("\n", BEFORE_HEADER)) {
    const unquoted = line.replace(/"[^"]*"/g, "");
    const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length);
    const most = Math.max(...counts);
    if (most >= columns) return DELIMITERS[counts.indexOf(most)]!;
  }
  return null;
}

export const isBlank = (cell: string): boolean => cell.trim() === "";
