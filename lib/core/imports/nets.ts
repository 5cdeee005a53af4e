import type { Unnumbered } from "./import-file";

/**
 * What each person is owed because of a row, by position.
 * @returns cents without zeros; negative: they owe. They sum to zero.
 */
export function netsOfRow(row: Unnumbered): Map<number, number> {
  const nets = new Map<number, number>();
  const add = (person: number, cents: number) => nets.set(person, (nets.get(person) ?? 0) + cents);
  switch (row.kind) {
    case "expense":
      for (const { person, cents } of row.payers) add(person, cents);
      for (const { person, cents } of row.shares) add(person, -cents);
      break;
    case "payment":
      add(row.from, row.cents);
      add(row.to, -row.cents);
      break;
    case "plan":
      for (const { from, to, cents } of row.debts) {
        add(from, -cents);
        add(to, cents);
      }
  }
  for (const [person, cents] of nets) if (cents === 0) nets.delete(person);
  return nets;
}

/** What each person is owed in all, in cents, in the order of the people. */
export function netsOfRows(rows: readonly Unnumbered[], people: number): number[] {
  const nets = Array.from({ length: people }, () => 0);
  for (const row of rows) for (const [person, cents] of netsOfRow(row)) nets[person]! += cents;
  return nets;
}
