import type { ImportRow, Unnumbered } from "./import-file";
import { netsOfRow } from "./nets";

/**
 * What identifies a row when its file, or a newer one of the same group, is imported again: its id, or else its
 * contents. It can be long.
 * @param keys what identifies each person of the file
 */
export const rowKey = (row: ImportRow, keys: readonly string[]): string =>
  row.id === null ? JSON.stringify([row.occurrence, ...contentsOf(row, keys)]) : JSON.stringify([row.id]);

/** Counts how many rows with the same contents come before each one. */
export function withOccurrences(rows: readonly Unnumbered[]): ImportRow[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const contents = JSON.stringify(contentsOf(row, null));
    const occurrence = counts.get(contents) ?? 0;
    counts.set(contents, occurrence + 1);
    return { ...row, occurrence };
  });
}

/** What stays the same in a newer file, whatever the order of its people. @param keys null: by position */
function contentsOf(row: Unnumbered, keys: readonly string[] | null) {
  const nets = [...netsOfRow(row)]
    .map(([person, cents]): [string, number] => [keys?.[person] ?? String(person), cents])
    .sort(([a, more], [b, less]) => (a === b ? more - less : a < b ? -1 : 1));
  const text = row.kind === "expense" ? row.description : "";
  // Refunds were imported as expenses before; the nets tell them apart.
  const cents = row.kind === "plan" ? 0 : Math.abs(row.cents);
  return [row.kind, row.date, text, cents, ...nets];
}
