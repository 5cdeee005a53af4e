import type { ImportFile } from "./import-file";
import { netsOfRows } from "./nets";

/**
 * What an import of a file would write, for people to check.
 * @returns amounts in cents; `cents`: what each person would be owed
 */
export function previewOf({ source, title, currency, people, rows, refused }: ImportFile) {
  const nets = netsOfRows(rows, people.length);
  const dates = rows.map(({ date }) => date).sort();
  const count = (kind: string) => rows.filter((row) => row.kind === kind).length;
  return {
    source,
    title,
    people: people.map(({ name, footer }, person) => ({ name, cents: nets[person]!, footer })),
    from: dates[0] ?? null,
    until: dates.at(-1) ?? null,
    expenses: count("expense"),
    payments: count("payment"),
    plans: count("plan"),
    refused,
    currency,
  };
}

export type ImportPreview = ReturnType<typeof previewOf>;
