"use client";

import { useState, type RefObject } from "react";
import { parseAmount } from "@/lib/core/money/amounts";
import { formatCents } from "@/lib/core/money/money";
import {
  splitExpense,
  splitProblem,
  type ExpectedShare,
  type Split,
  type SplitMode,
} from "@/lib/core/money/split";
import { sumCents } from "@/lib/core/money/totals";
import { pluralize } from "@/lib/core/text/pluralize";
import { PeoplePicker, type PeoplePickerProps } from "@/components/forms/people-picker";
import { typedSplit, typedValue, type EnteredMoney, type Typed } from "./entered-expense";
import { Remainder } from "./remainder";
import { ValueField } from "./value-field";

type UnevenMode = Exclude<SplitMode, "equal">;

const FIELDS = {
  amounts: { unit: "$", label: "Dollars for" },
  percent: { unit: "%", label: "Percent for" },
  shares: { unit: "×", label: "Shares for" },
  adjust: { unit: "±", label: "Plus or minus for" },
} as const;

export type UnevenSplitProps = {
  /** The picker of the people in the split. */
  picker: PeoplePickerProps;
  entered: EnteredMoney;
  mode: UnevenMode;
  /** The id of the expense being edited, which determines who bears the odd cents; null: a new expense. */
  expenseId: string | null;
  onTyped: (typed: Typed) => void;
  problemRef: RefObject<string | null>;
};

/** The people of a split, a value for each, and the resulting shares. */
export function UnevenSplit({ picker, entered, mode, expenseId, onTyped, problemRef }: UnevenSplitProps) {
  const { people, selected: sharing, error } = picker;
  const [tapped, setTapped] = useState<string | null>(null);
  const parsed = parseAmount(entered.amount);
  const cents = parsed.ok ? parsed.cents : null;
  const split = typedSplit(mode, sharing, (id) => typedValue(entered, id));
  const shares = sharesOf(cents, sharing, split, expenseId);
  const { unit, label } = FIELDS[mode];
  const type = (id: string, text: string) => onTyped({ ...entered.typed[mode], [id]: text });

  return (
    <div className="flex flex-col gap-2 [&_input]:scroll-mt-16">
      {sharing.length > 0 ? (
        // In view while the fields of a long list are filled in.
        <div className="sticky top-(--top-bar) z-10 -mx-1 bg-paper px-1">
          <Remainder
            cents={cents}
            split={split}
            people={people}
            isBlank={(id) => typedValue(entered, id).trim() === ""}
            tapped={tapped}
            complete={completeText(mode, cents, split)}
            onGive={(values) => onTyped({ ...entered.typed[mode], ...values })}
            problemRef={problemRef}
          />
        </div>
      ) : null}
      <PeoplePicker
        {...picker}
        detailOf={({ _id }) => {
          const share = shares.get(_id);
          return share === undefined || mode === "amounts" ? null : shareText(share);
        }}
        fieldOf={({ _id, name }) => (
          <ValueField
            label={`${label} ${name}`}
            unit={unit}
            step={mode === "shares" ? name : undefined}
            value={typedValue(entered, _id)}
            invalid={error !== undefined}
            onChange={(text) => type(_id, text)}
            onFocus={() => setTapped(_id)}
          />
        )}
      />
    </div>
  );
}

const shareText = ({ cents, orMore }: ExpectedShare) =>
  orMore ? `${formatCents(cents)} or ${formatCents(cents + 1)}` : formatCents(cents);

/** Each person's share, by id; empty if the amount cannot be split like this. */
function sharesOf(
  cents: number | null,
  sharing: readonly string[],
  split: Split | null,
  expenseId: string | null,
) {
  const valid = cents !== null && split && sharing.length > 0 && splitProblem(cents, split) === null;
  const shares = valid ? splitExpense(cents, sharing, split, expenseId) : [];
  return new Map(shares.map((share) => [share.user, share]));
}

function completeText(mode: UnevenMode, cents: number | null, split: Split | null): string {
  if (mode === "adjust") return "The rest is split evenly.";
  if (mode === "percent") return "Adds up to 100%.";
  if (mode === "amounts") return `Adds up to ${formatCents(cents ?? 0)}.`;
  return pluralize(sumCents(split?.values.map(({ value }) => value) ?? []) / 100, "share");
}
