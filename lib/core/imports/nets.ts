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

/** The plans whose parts change what somebody is owed in all, which no whole plan does (docs/rules.md#plans). */
export function unbalancedPlans(rows: readonly Unnumbered[]): Set<string> {
  const nets = new Map<string, [plan: string, cents: number]>();
  for (const row of rows) {
    if (row.kind !== "plan") continue;
    for (const [person, cents] of netsOfRow(row)) {
      const key = `${person}:${row.plan}`;
      nets.set(key, [row.plan, (nets.get(key)?.[1] ?? 0) + cents]);
    }
  }
  return new Set([...nets.values()].filter(([, cents]) => cents !== 0).map(([plan]) => plan));
}
