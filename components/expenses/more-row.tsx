"use client";

import { DisclosureRow } from "./disclosure-row";
import { Icon } from "@/components/ui/icon";
import { OnDemand } from "@/components/ui/on-demand";
import type { MorePanelProps } from "./more-panel";

const load = () => import("./more-panel").then(({ MorePanel }) => MorePanel);

/** "More": opens the date, category, and note of an expense. */
export function MoreRow(panel: MorePanelProps) {
  return (
    <DisclosureRow
      error={panel.error}
      leading={<Icon className="icon-ellipsis" />}
      label={
        <>
          More <small>· date, category, note</small>
        </>
      }
    >
      <OnDemand load={load} props={panel} />
    </DisclosureRow>
  );
}
