import type { Person } from "@/lib/contract/people";

// The same few people appear in nearly every row of the event screen. The server sends each person once, in the list
// `people`, and rows refer to them by index. React sends a repeated object once, too, but refers to it by its path, which
// takes 4 to 10 kB more (React 19.3, 8 to 200 people).

const PERSON_FIELDS = ["from", "to", "settledBy", "paidBy", "recordedBy", "user"] as const;

type PersonField = (typeof PERSON_FIELDS)[number];

/** A row with indexes instead of people. */
export type WithPersonIndexes<Row> = { [Key in keyof Row]: Key extends PersonField ? number : Row[Key] };

/** The people in rows, each once. */
export function peopleIn(rows: readonly object[]): Person[] {
  const people = new Map<string, Person>();
  for (const row of rows) mapPeople(row, (person: Person) => people.set(person._id, person));
  return [...people.values()];
}

/** Replaces people with indexes. @param people contains everyone in the rows */
export function withPersonIndexes<Row extends object>(
  rows: readonly Row[],
  people: readonly Person[],
): WithPersonIndexes<Row>[] {
  const indexes = new Map(people.map(({ _id }, index) => [_id, index]));
  return rows.map(
    (row) => mapPeople(row, (person: Person) => indexes.get(person._id)) as WithPersonIndexes<Row>,
  );
}

/** Replaces indexes with people. */
export function withPeople<Row extends object>(
  rows: readonly WithPersonIndexes<Row>[],
  people: readonly Person[],
): Row[] {
  return rows.map((row) => mapPeople(row, (index: number) => people[index]) as Row);
}

function mapPeople<From>(row: object, map: (value: From) => unknown): object {
  const values = row as Record<PersonField, From | null | undefined>;
  const people = PERSON_FIELDS.flatMap((field) => {
    const value = values[field];
    return value === null || value === undefined ? [] : [[field, map(value)]];
  });
  return { ...row, ...Object.fromEntries(people) };
}
