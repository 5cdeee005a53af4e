"use client";

import { MAX_GROUP_TITLE } from "@/lib/contract/rules/groups";
import { TextField } from "@/components/ui/field";
import { IconPicker } from "./icon-picker";

type Values = { title: string; icon: string };

export type GroupFieldsProps = Values & {
  errorOf: (field: keyof Values) => string | undefined;
  onChange: (change: Partial<Values>) => void;
};

/** The fields shared by the forms for a new and an existing group: title and icon. */
export function GroupFields({ title, icon, errorOf, onChange }: GroupFieldsProps) {
  return (
    <>
      <TextField
        label="Group Title"
        value={title}
        onChange={(event) => onChange({ title: event.target.value })}
        error={errorOf("title")}
        maxLength={MAX_GROUP_TITLE}
        autoComplete="off"
      />
      <IconPicker icon={icon} onChange={(picked) => onChange({ icon: picked })} error={errorOf("icon")} />
    </>
  );
}
