"use client";

import { useState } from "react";
import { DisclosureRow } from "./disclosure-row";
import { Icon } from "@/components/ui/icon";
import { OnDemand } from "@/components/ui/on-demand";
import type { MorePanelProps } from "./more-panel";

const load = () => import("./more-panel").then(({ MorePanel }) => MorePanel);

/** "More": opens the date, category, and note of an expense. */
export function MoreRow(panel: MorePanelProps) {
  const [open, setOpen] = useState(false);
  return (
    <DisclosureRow
      open={open}
      onToggle={setOpen}
      leading={<Icon className="icon-ellipsis mx-1" />}
      label={
        <>
          More <span className="font-normal text-muted">· date, category, note</span>
        </>
      }
    >
      <OnDemand load={load} props={panel} />
    </DisclosureRow>
  );
}
