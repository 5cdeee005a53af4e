"use client";

import { CATEGORIES, CATEGORY_NAMES, guessCategory } from "@/lib/core/categories";
import { todayDateOnly } from "@/lib/core/dates";
import { MAX_NOTE } from "@/lib/schemas/expense-rules";
import { Field, TextField, Textarea } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Segmented } from "@/components/ui/segmented";
import { CATEGORY_ICONS } from "./category-icons";
import type { EnteredExpense } from "./entered-expense";

const options = CATEGORIES.map((value) => ({
  value,
  label: CATEGORY_NAMES[value],
  icon: <Icon className={CATEGORY_ICONS[value]} />,
}));

export type MorePanelProps = {
  entered: EnteredExpense;
  /** The error of the date field. */
  error: string | undefined;
  onChange: (change: Partial<Pick<EnteredExpense, "note" | "date" | "category">>) => void;
};

/** The optional fields of an expense: date, category, and note. */
export function MorePanel({ entered, error, onChange }: MorePanelProps) {
  const { description, note, date, category } = entered;
  return (
    <div className="flex flex-col gap-6">
      <TextField
        label="Date"
        type="date"
        className="sm:max-w-60"
        error={error}
        value={date ?? todayDateOnly()}
        onChange={(event) => onChange({ date: event.target.value })}
      />
      <Segmented
        legend="Category"
        options={options}
        value={category ?? guessCategory(description)}
        onChange={(chosen) => onChange({ category: chosen })}
      />
      <Field label="Note" count={{ used: note.length, max: MAX_NOTE }}>
        {(control) => (
          <Textarea
            {...control}
            maxLength={MAX_NOTE}
            value={note}
            onChange={(event) => onChange({ note: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
