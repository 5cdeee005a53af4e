import type { Person } from "@/lib/schemas/answers";

/** Somebody who can be chosen. `left`: they have left the group and can only stay where they are already. */
export type PickablePerson = Person & { left: boolean };

/**
 * @param members the group's members
 * @param already those whom the thing being edited holds so far; some may have left the group since
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
