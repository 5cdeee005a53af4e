const DELIMITERS = [",", ";", "\t"];

/** The most lines before the header, such as a note and blank lines. */
const BEFORE_HEADER = 20;

/** The rows of a table, as spreadsheets count them; `broken`: the row in which a quotation mark is missing. */
export type Csv = { rows: string[][]; broken: null } | { rows: null; broken: number };

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
  const { data, errors } = papaparse.parse<string[]>(lines, { delimiter, newline: "\n" });
  const [error] = errors;
  return error ? { rows: null, broken: (error.row ?? 0) + 1 } : { rows: data, broken: null };
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
