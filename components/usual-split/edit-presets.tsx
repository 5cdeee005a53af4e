"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { OnDemand } from "@/components/ui/on-demand";
import type { PresetListProps } from "./preset-list";

const load = () => import("./preset-list").then(({ PresetList }) => PresetList);

/** Opens the presets of a group or event (docs/rules.md#usual-split). Small, because its screens' budgets are full. */
export function EditPresets(props: PresetListProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-8 max-w-2xl">
      {open ? (
        <OnDemand load={load} props={props} />
      ) : (
        <Button variant="secondary" icon="icon-scale" onClick={() => setOpen(true)}>
          Usually split
        </Button>
      )}
    </div>
  );
}
