import { parseCsv, type Csv } from "./parse-csv";

const DELIMITERS = [",", ";", "\t"];

/** The most lines before the header, such as a note and blank lines. */
const BEFORE_HEADER = 20;

/**
 * Reads a CSV file.
 * @param columns the fewest columns of the table, which tell the delimiter
 * @returns null if there is no such table
 */
export function readCsv(text: string, columns: number): Csv | null {
  const lines = text.replace(/\r\n?/g, "\n");
  const delimiter = delimiterOf(lines, columns);
  return delimiter === null ? null : parseCsv(lines, delimiter);
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
