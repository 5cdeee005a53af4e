"use client";

import { parseAmount } from "@/lib/core/money/amounts";
import type { SplitMode } from "@/lib/core/money/split";
import { Segmented } from "@/components/ui/segmented";
import { PeoplePicker } from "@/components/forms/people-picker";
import type { PickablePerson } from "@/components/forms/pickable-people";
import { SharePreview } from "./share-preview";
import type { EnteredMoney, Typed } from "./entered-expense";
import { UnevenSplit } from "./uneven-split";

const modes = [
  { value: "equal", label: "Evenly" },
  { value: "amounts", label: "Amounts" },
  { value: "percent", label: "Percent" },
  { value: "shares", label: "Shares" },
  { value: "adjust", label: "Adjust" },
] as const;

export type CustomSplitProps = {
  entered: EnteredMoney;
  /** See {@link PeoplePicker}. */
  groupId: string | undefined;
  people: readonly PickablePerson[];
  /** Ids of the people in the split. */
  sharing: readonly string[];
  /** The id of the expense being edited, which determines who bears the odd cents; null: a new expense. */
  expenseId: string | null;
  error: string | undefined;
  onSelected: (people: string[]) => void;
  onMode: (mode: SplitMode) => void;
  onTyped: (typed: Typed) => void;
};

/** A split among selected people, evenly or with a value for each. */
export function CustomSplit(props: CustomSplitProps) {
  const { entered, groupId, people, sharing, expenseId, error, onSelected, onMode, onTyped } = props;
  const { mode } = entered;
  const parsed = parseAmount(entered.amount);
  const picker = { legend: "Split with", people, selected: sharing, onChange: onSelected, error, groupId };
  return (
    <div className="flex flex-col gap-4">
      {/* Five options fit in one line on a phone. */}
      <div className="max-sm:[&_label]:px-1">
        <Segmented legend="How to split" options={modes} value={mode} onChange={onMode} />
      </div>
      {mode === "equal" ? (
        <>
          {parsed.ok ? <SharePreview cents={parsed.cents} people={sharing.length} /> : null}
          <PeoplePicker {...picker} />
        </>
      ) : (
        <UnevenSplit picker={picker} entered={entered} mode={mode} expenseId={expenseId} onTyped={onTyped} />
      )}
    </div>
  );
}
