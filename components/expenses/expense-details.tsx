import { clsx } from "clsx";
import { Fragment, useId, type ReactNode } from "react";
import { CATEGORIES, CATEGORY_NAMES, guessCategory } from "@/lib/core/expenses/categories";
import { todayDateOnly } from "@/lib/core/text/dates";
import type { ExpenseDetail } from "@/lib/core/expenses/details";
import type { Expense } from "@/lib/contract/expenses";
import { MAX_NOTE } from "@/lib/core/limits";
import { Bdi } from "@/components/ui/bdi";
import { Checkbox } from "@/components/ui/checkbox";
import { Day } from "@/components/ui/day";
import { Field, TextField, Textarea } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Segmented } from "@/components/ui/segmented";
import { CATEGORY_ICONS } from "./category-icons";
import { isRefund, type EnteredExpense } from "./entered-expense";
import { negate } from "./negate";

// How the details of an expense are entered and shown. Without "use client": its page renders them on the server.

const options = CATEGORIES.map((value) => ({
  value,
  label: CATEGORY_NAMES[value],
  icon: CATEGORY_ICONS[value],
}));

export type MorePanelProps = {
  entered: EnteredExpense;
  /** One-to-one, which has a single event. */
  pair: boolean;
  /** It has no day of its own. */
  undated?: boolean | undefined;
  /** The error of the date field. */
  error: string | undefined;
  onChange: (change: Partial<Pick<EnteredExpense, MoreField | "money" | "repeats">>) => void;
};

type MoreField = "date" | ExpenseDetail;

const controls: Record<MoreField, (props: MorePanelProps) => ReactNode> = {
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

/** Gives the amount its minus, which the keypads of phones lack. */
function Refund({ entered: { money }, onChange }: MorePanelProps) {
  const hint = useId();
  return (
    <div>
      <Checkbox
        label="Refund"
        aria-describedby={hint}
        checked={isRefund(money.amount)}
        onChange={() => onChange({ money: { ...money, amount: negate(money.amount) } })}
      />
      <p id={hint} className="text-sm text-muted">
        Money that came back: it lowers the cost of those who share it.
      </p>
    </div>
  );
}

/** The optional fields of an expense: its date and details, and others. */
export function MorePanel({ children, ...props }: MorePanelProps & { children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-6">
      {Object.entries(controls).map(([field, control]) => (
        <Fragment key={field}>{field === "date" && props.undated ? null : control(props)}</Fragment>
      ))}
      <Refund {...props} />
      {children}
    </div>
  );
}

/** How the expense page shows each detail. */
export const shownDetails: Record<ExpenseDetail, (expense: Expense) => ReactNode> = {
  category: ({ category, description, date }) => {
    const shown = category ?? guessCategory(description);
    return (
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-muted">
        <Icon className={clsx(CATEGORY_ICONS[shown], "size-5")} />
        <span>
          {CATEGORY_NAMES[shown]} · <Day iso={date} short />
        </span>
      </p>
    );
  },
  note: ({ note }) =>
    note ? (
      <p className="wrap-anywhere whitespace-pre-wrap">
        <span className="block text-sm text-muted">Note</span>
        <Bdi>{note}</Bdi>
      </p>
    ) : null,
};
