import { firstName } from "@/lib/core/people";
import type { Person } from "@/lib/contract/people";

/**
 * First names of people in a list; full names for those who share a first name.
 * @returns the name for an id among `people`; "Someone" for any other
 */
export function shortNames(people: readonly Pick<Person, "_id" | "name">[]): (id: string) => string {
  const names = new Map(people.map(({ _id, name }) => [_id, name]));
  const bearers = new Map<string, number>();
  for (const name of names.values()) {
    const first = firstName(name);
    bearers.set(first, (bearers.get(first) ?? 0) + 1);
  }
  return (id) => {
    const first = firstName(names.get(id));
    return (bearers.get(first) ?? 0) > 1 ? (names.get(id) ?? first) : first;
  };
}
