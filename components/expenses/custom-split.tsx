"use client";

import type { RefObject } from "react";
import { parseAmount } from "@/lib/core/money/amounts";
import { PeoplePicker } from "@/components/forms/people-picker";
import type { PickablePerson } from "@/components/forms/pickable-people";
import { SharePreview } from "./share-preview";
import type { EnteredMoney, Typed } from "./entered-expense";
import { UnevenSplit } from "./uneven-split";

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
  onTyped: (typed: Typed) => void;
  /** Where the form reads why the values cannot be sent yet. */
  problemRef: RefObject<string | null>;
};

/** A split among selected people, evenly or with a value for each. */
export function CustomSplit(props: CustomSplitProps) {
  const { entered, groupId, people, sharing, expenseId, error, onSelected, onTyped, problemRef } = props;
  const { mode } = entered;
  const parsed = parseAmount(entered.amount);
  const picker = { legend: "Split with", people, selected: sharing, onChange: onSelected, error, groupId };
  return (
    <div className="flex flex-col gap-4">
      {mode === "equal" ? (
        <>
          {parsed.ok ? <SharePreview cents={parsed.cents} people={sharing.length} /> : null}
          <PeoplePicker {...picker} />
        </>
      ) : (
        <UnevenSplit
          picker={picker}
          entered={entered}
          mode={mode}
          expenseId={expenseId}
          onTyped={onTyped}
          problemRef={problemRef}
        />
      )}
    </div>
  );
}
