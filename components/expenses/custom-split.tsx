"use client";

import { parseAmount } from "@/lib/core/amounts";
import type { SplitMode } from "@/lib/core/split";
import { Segmented } from "@/components/ui/segmented";
import { PeoplePicker } from "@/components/forms/people-picker";
import { SharePreview } from "./share-preview";
import { UnevenSplit, type UnevenSplitProps } from "./uneven-split";

const modes = [
  { value: "equal", label: "Evenly" },
  { value: "amounts", label: "Amounts" },
  { value: "percent", label: "Percent" },
  { value: "shares", label: "Shares" },
  { value: "adjust", label: "Adjust" },
] as const;

export type CustomSplitProps = Omit<UnevenSplitProps, "mode"> & { onMode: (mode: SplitMode) => void };

/** A split among selected people, evenly or with a value for each. */
export function CustomSplit({ onMode, ...props }: CustomSplitProps) {
  const { entered, people, sharing, error, onSelected } = props;
  const { mode } = entered;
  const parsed = parseAmount(entered.amount);
  return (
    <div className="flex flex-col gap-4">
      {/* Five options fit in one line on a phone. */}
      <div className="max-sm:[&_label]:px-1">
        <Segmented legend="Divide" options={modes} value={mode} onChange={onMode} />
      </div>
      {mode === "equal" ? (
        <>
          {parsed.ok ? <SharePreview cents={parsed.cents} people={sharing.length} /> : null}
          <PeoplePicker
            legend="Split with"
            people={people}
            selected={sharing}
            onChange={onSelected}
            error={error}
          />
        </>
      ) : (
        <UnevenSplit {...props} mode={mode} />
      )}
    </div>
  );
}
