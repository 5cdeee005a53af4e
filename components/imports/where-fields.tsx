"use client";

import { GroupFields, type GroupFieldsProps } from "@/components/groups/group-fields";
import { Choice, named } from "@/components/ui/choice";
import { Segmented } from "@/components/ui/segmented";

const OPTIONS = [
  { value: "new", label: "A new group", icon: "icon-plus" },
  { value: "own", label: "One of my groups", icon: "icon-users" },
] as const;

export type WhereFieldsProps = {
  /** The values of the new group. */
  group: GroupFieldsProps;
  groups: readonly { _id: string; title: string }[];
  /** null: a new group. */
  groupId: string | null;
  onChange: (groupId: string | null) => void;
};

/** Chooses where a file goes that was not opened from a group: a new group, or one of the viewer's. */
export function WhereFields({ group, groups, groupId, onChange }: WhereFieldsProps) {
  return (
    <div className="flex flex-col gap-6">
      {groups.length > 0 ? (
        <Segmented
          legend="Which group?"
          options={OPTIONS}
          value={groupId === null ? "new" : "own"}
          onChange={(where) => onChange(where === "new" ? null : groups[0]!._id)}
        />
      ) : null}
      {groupId === null ? (
        <GroupFields {...group} />
      ) : (
        <Choice
          label="Group"
          options={groups.map(({ _id, title }) => named(_id, title))}
          value={groupId}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  );
}
