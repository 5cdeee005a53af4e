import type { Group } from "@/lib/schemas/answers";

/** What a row shows of a group; `members` are the first few, for their pictures. */
export type ListedGroup = Pick<Group, "_id" | "title" | "icon" | "members"> & {
  memberCount: number;
  /** The viewer's, in dollars; undefined where it is even. */
  balance: number | undefined;
};

/** Drops the fields that a row does not show: rows are sent to the browser as data, too. */
export function toListedGroup({ _id, title, icon, members }: Group, balance?: number): ListedGroup {
  return { _id, title, icon, members: members.slice(0, 3), memberCount: members.length, balance };
}
