"use client";

import { Fragment, type ReactNode } from "react";
import { CATEGORIES, CATEGORY_NAMES, guessCategory } from "@/lib/core/expenses/categories";
import { todayDateOnly } from "@/lib/core/text/dates";
import type { ExpenseDetail } from "@/lib/core/expenses/details";
import { MAX_NOTE } from "@/lib/contract/rules/expense";
import { Field, TextField, Textarea } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { CATEGORY_ICONS } from "./category-icons";
import type { EnteredExpense } from "./entered-expense";

const options = CATEGORIES.map((value) => ({
  value,
  label: CATEGORY_NAMES[value],
  icon: CATEGORY_ICONS[value],
}));

export type MorePanelProps = {
  entered: EnteredExpense;
  /** The error of the date field. */
  error: string | undefined;
  onChange: (change: Partial<Pick<EnteredExpense, Shown>>) => void;
};

type Shown = "date" | ExpenseDetail;

const controls: Record<Shown, (props: MorePanelProps) => ReactNode> = {
  date: ({ entered, error, onChange }) => (
    <TextField
      label="Date"
      type="date"
      className="sm:max-w-60"
      error={error}
      value={entered.date ?? todayDateOnly()}
      onChange={(event) => onChange({ date: event.target.value })}
    />
  ),
  category: ({ entered, onChange }) => (
    <Segmented
      legend="Category"
      options={options}
      value={entered.category ?? guessCategory(entered.description)}
      onChange={(chosen) => onChange({ category: chosen })}
    />
  ),
  note: ({ entered: { note }, onChange }) => (
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
  ),
};

/** The optional fields of an expense: its date and details. */
export function MorePanel(props: MorePanelProps) {
  return (
    <div className="flex flex-col gap-6">
      {Object.entries(controls).map(([field, control]) => (
        <Fragment key={field}>{control(props)}</Fragment>
      ))}
    </div>
  );
}
