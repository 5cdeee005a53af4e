"use client";

import { useId, useState } from "react";
import { groupIconName, GROUP_ICONS_ATTRIBUTION } from "@/lib/core/groups";
import { FieldError } from "@/components/ui/field";
import { GroupIcon } from "@/components/ui/group-icon";
import { IconButton } from "@/components/ui/icon-button";
import { randomIcon } from "./random-icon";

export type IconPickerProps = {
  /** The icon's URL. */
  icon: string;
  onChange: (icon: string) => void;
  error?: string | undefined;
};

/** The group's icon, one of the bundled animals. Each press picks another one. */
export function IconPicker({ icon, onChange, error }: IconPickerProps) {
  const errorId = useId();
  const [shown, setShown] = useState([icon]);

  function pickAnother() {
    const picked = randomIcon(shown);
    setShown([...shown, picked]);
    onChange(picked);
  }

  return (
    <div role="group" aria-label="Group Icon" className="flex flex-col gap-2">
      <span aria-hidden className="font-bold">
        Group Icon
      </span>
      <div className="flex flex-wrap items-center gap-4">
        <GroupIcon src={icon} size="xl" />
        <span role="status" className="sr-only">
          {groupIconName(icon)}
        </span>
        <div className="flex min-w-0 flex-1 basis-40 flex-col items-start gap-1">
          <IconButton
            icon="icon-refresh-cw"
            tone="brand"
            aria-label="Pick another icon"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            onClick={pickAnother}
          />
          <a
            href={GROUP_ICONS_ATTRIBUTION.href}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-4 hover:text-ink"
          >
            {GROUP_ICONS_ATTRIBUTION.text}
          </a>
        </div>
      </div>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </div>
  );
}
