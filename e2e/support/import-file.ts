import type { Page } from "@playwright/test";

// Files as other applications export them.

/** Amounts in cents. */
export type Row = [
  date: string,
  description: string,
  category: string,
  cost: number,
  cells: readonly number[],
];

/** A file as Splitwise exports it, with the sums of its columns as the footer. */
export function splitwise(
  names: readonly string[],
  rows: readonly Row[],
  footer = sumsOf(names, rows),
): string {
  const dollars = (cents: number) => (cents / 100).toFixed(2);
  const line = (cells: readonly (string | number)[]) => cells.join(",");
  return [
    line(["Date", "Description", "Category", "Cost", "Currency", ...names]),
    "",
    ...rows.map(([date, description, category, cost, cells]) =>
      line([date, description, category, dollars(cost), "USD", ...cells.map(dollars)]),
    ),
    "",
    line(["2026-11-29", "Total balance", " ", " ", "USD", ...footer.map(dollars)]),
    "",
  ].join("\n");
}

/** The sums of the columns. */
export const sumsOf = (names: readonly string[], rows: readonly Row[]) =>
  names.map((_, column) => rows.reduce((sum, [, , , , cells]) => sum + (cells[column] ?? 0), 0));

/** Chooses a file on a screen that imports it. */
export const choose = (page: Page, name: string, text: string) =>
  page.getByLabel("Choose a file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
