import type { Group } from "@/lib/contract/groups";

/** The fields of a group that a row shows; `members` are the first few, for their pictures. */
export type ListedGroup = Pick<Group, "_id" | "title" | "icon" | "members"> & {
  memberCount: number;
};

/** Drops the fields that a row does not show, because rows are also sent to the browser as data. */
export function toListedGroup({ _id, title, icon, members }: Group): ListedGroup {
  return { _id, title, icon, members: members.slice(0, 3), memberCount: members.length };
}
