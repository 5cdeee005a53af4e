/** `equal`: every member of the group; `custom`: the selected members. */
export type SplitType = "equal" | "custom";

/**
 * The split type of an expense that is being edited (docs/rules.md#splits).
 * @param splitWith ids of the people in the split
 * @param members ids of the group's members
 * @returns `equal` if the list contains every group member, otherwise `custom`
 */
export function splitTypeOf(splitWith: readonly string[], members: readonly string[]): SplitType {
  const inSplit = new Set(splitWith);
  return members.every((member) => inSplit.has(member)) ? "equal" : "custom";
}
