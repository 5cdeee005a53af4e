import type { Person } from "@/lib/contract/people";

/** A person who can be selected. `left`: a former member, who can only stay. */
export type PickablePerson = Person & { left: boolean };

/**
 * @param members the group's members
 * @param already people in the item being edited, some of whom may have left the group
 * @returns the members, then those who have left
 */
export function pickablePeople(
  members: readonly Person[],
  already: readonly Person[] = [],
): PickablePerson[] {
  const memberIds = new Set(members.map(({ _id }) => _id));
  const gone = already.filter(({ _id }) => !memberIds.has(_id));
  return [
    ...members.map((member) => ({ ...member, left: false })),
    ...gone.map((person) => ({ ...person, left: true })),
  ];
}
