"use client";

import { useState, type RefObject } from "react";
import { parseAmount } from "@/lib/core/money/amounts";
import { formatCents, sumCents } from "@/lib/core/money/money";
import {
  splitExpense,
  splitProblem,
  type ExpectedShare,
  type Split,
  type SplitMode,
} from "@/lib/core/money/split";
import { pluralize } from "@/lib/core/text/pluralize";
import { PeoplePicker } from "@/components/forms/people-picker";
import type { PickablePerson } from "@/components/forms/pickable-people";
import { Sentence } from "@/components/ui/bdi";
import { isErrorOf, typedSplit, typedValue, type EnteredMoney, type Typed } from "./entered-expense";
import { GonePeople } from "./gone-people";
import { Remainder, remainderProblem } from "./remainder";
import { SharePreview } from "./share-preview";
import { ValueField } from "./value-field";

// Changing the kind needs it only after values were typed here.
export { carriedValues } from "./carried-values";

const FIELDS = {
  amounts: { unit: "$", label: "Dollars for" },
  percent: { unit: "%", label: "Percent for" },
  shares: { unit: "×", label: "Shares for" },
  adjust: { unit: "±", label: "Plus or minus for" },
} as const;

/** What a kind of a custom split does; its even one is called `equal`. */
const HINTS: Record<SplitMode, string> = {
  equal: "Split evenly among the people you choose.",
  amounts: "Enter what each person owes.",
  percent: "Enter each person's part of 100%.",
  shares: "Two shares owe twice as much as one.",
  adjust: "Add or take off an amount; the rest is split evenly.",
};

/** Where a refund reads differently. */
const REFUND_HINTS: Partial<typeof HINTS> = {
  amounts: "Enter what each person gets back.",
  shares: "Two shares get back twice as much as one.",
};

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

/** A split among selected people: evenly, or with a value for each, and the resulting shares. */
export function CustomSplit(props: CustomSplitProps) {
  const { entered, groupId, people, sharing, expenseId, error, onSelected, onTyped, problemRef } = props;
  const { mode } = entered;
  const [tapped, setTapped] = useState<string | null>(null);
  const parsed = parseAmount(entered.amount);
  const refund = parsed.ok && parsed.cents < 0;
  // The parts of a refund are typed without a sign. Adjustments say that they do not go with it.
  const cents = !parsed.ok ? null : mode === "adjust" ? parsed.cents : Math.abs(parsed.cents);
  const picker = { legend: "Split with", people, selected: sharing, onChange: onSelected, error, groupId };
  // Nobody's share is given to others without anybody noticing.
  const gone = entered.selected.filter((id) => people.every(({ _id }) => _id !== id));
  const hint = (
    <>
      <p className="-mt-2 text-sm text-muted">{(refund ? REFUND_HINTS[mode] : null) ?? HINTS[mode]}</p>
      <GonePeople ids={gone} />
    </>
  );
  if (mode === "equal") {
    return (
      <div className="flex flex-col gap-4">
        {hint}
        {parsed.ok ? <SharePreview cents={parsed.cents} people={sharing.length} /> : null}
        <PeoplePicker {...picker} />
      </div>
    );
  }

  const split = typedSplit(mode, sharing, (id) => typedValue(entered, id), refund);
  const wrong = sharing.length > 0 ? remainderProblem(cents, split) : null;
  // One message for one problem.
  const refused = error !== undefined && error === wrong;
  const shares = sharesOf(cents, sharing, split, expenseId);
  const { unit, label } = FIELDS[mode];
  const type = (id: string, text: string) => onTyped({ ...entered.typed[mode], [id]: text });

  return (
    <div className="flex flex-col gap-2 [&_input]:scroll-mt-16">
      {hint}
      {sharing.length > 0 ? (
        // In view while the fields of a long list are filled in.
        <div className="sticky top-(--top-bar) z-10 -mx-1 bg-paper px-1">
          <Remainder
            cents={cents}
            split={split}
            people={people}
            isBlank={(id) => typedValue(entered, id).trim() === ""}
            tapped={tapped}
            wrong={wrong}
            refused={refused}
            complete={completeText(mode, cents, split)}
            onGive={(values) => onTyped({ ...entered.typed[mode], ...values })}
            problemRef={problemRef}
          />
        </div>
      ) : null}
      <PeoplePicker
        {...picker}
        error={refused ? undefined : error}
        // Of what is no number, the field is marked alone.
        marked={refused && split !== null}
        detailOf={({ _id }) => {
          const share = shares.get(_id);
          return share === undefined || mode === "amounts" ? null : (
            <Sentence>{`${refund ? "gets back " : ""}${shareText(share)}`}</Sentence>
          );
        }}
        fieldOf={({ _id, name }) => (
          <ValueField
            label={`${label} ${name}`}
            unit={unit}
            step={mode === "shares" ? name : undefined}
            value={typedValue(entered, _id)}
            invalid={error !== undefined && isErrorOf(split, typedValue(entered, _id))}
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

function completeText(mode: SplitMode, cents: number | null, split: Split | null): string {
  if (mode === "percent") return "Adds up to 100%.";
  if (mode === "amounts" || mode === "adjust") return `Adds up to ${formatCents(cents ?? 0)}.`;
  return pluralize(sumCents(split?.values.map(({ value }) => value) ?? []) / 100, "share");
}
