/** Below the name of a person who has left the group, and is still part of an earlier split. */
export function LeftTheGroup() {
  return <span className="block text-sm font-normal text-muted">Left the group</span>;
}
