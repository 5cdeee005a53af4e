"use client";

import { useRouter } from "next/navigation";
import { useId, useRef, useState } from "react";
import { api, didNothing } from "@/lib/api-client";
import { formatDollars } from "@/lib/core/money";
import type { Event, Expense, Group } from "@/lib/schemas/answers";
import { expenseRules, MAX_DESCRIPTION } from "@/lib/schemas/expense-rules";
import { ActionBar } from "@/components/ui/action-bar";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { MoneyInput } from "@/components/ui/money-input";
import { toast } from "@/components/ui/toast";
import { useCurrentUser } from "@/components/session/current-user";
import { pluralize } from "@/lib/core/pluralize";
import { addExpensePath, eventPath, expensePath } from "@/components/navigation/paths";
import { pickablePeople } from "@/components/forms/pickable-people";
import { useSavedVersion } from "@/components/forms/use-saved-version";
import { VersionNotice } from "@/components/forms/version-notice";
import { keepUnsent } from "@/components/forms/outbox";
import { useFormSubmit } from "@/components/forms/use-form-submit";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { markSaved } from "./saved-expense";
import { emptyExpense, splitWithOf, toFormValues, type EnteredExpense } from "./entered-expense";
import { expenseBody } from "./expense-body";
import { MoreRow } from "./more-row";
import { PayersRow } from "./payers-row";
import { SplitFields } from "./split-fields";

export type ExpenseFormProps = {
  group: Group;
  event: Event;
  /** The expense to edit; undefined adds a new one. */
  expense?: Expense | undefined;
  /** The initial values of a copy. */
  copied?: EnteredExpense | undefined;
};

/**
 * The form that adds or edits an expense: description, amount, payers, split (spec sections 2, 5), and optional
 * fields.
 */
export function ExpenseForm({ group, event, expense: loaded, copied }: ExpenseFormProps) {
  const router = useRouter();
  const user = useCurrentUser();
  const empty = () => emptyExpense(group, user.id);
  const [entered, setEntered] = useState(() => (loaded ? toFormValues(loaded, group) : (copied ?? empty())));
  const version = useSavedVersion(loaded, "/api/expenses");
  const expense = version.saved;
  const descriptionField = useRef<HTMLInputElement>(null);
  const amountId = useId();
  const addsAnother = useRef(false);
  /** How many were added before; each new one starts with closed panels. */
  const [added, setAdded] = useState(0);

  const fields = fieldsOf(entered);
  const { description, amount } = entered;
  const splitWith = splitWithOf(entered, group, expense);
  const change = (changed: Partial<EnteredExpense>) => setEntered({ ...entered, ...changed });
  const payable = pickablePeople(
    group.members,
    expense?.payers.map((one) => one.user),
  );
  const body = expenseBody(entered, splitWith, payable, expense, user.id);

  const form = useFormSubmit({
    rules: expenseRules,
    values: { ...body, amount },
    entered: fields,
    body: expense ? { ...body, rev: expense.rev } : { ...body, eventId: event._id, paidBy: user.id },
    fields: ["description", "amount", "splitWith", "split", "payers", "date"],
    sources: { splitWith: "money", split: "money", payers: "money" },
    restore: ({ description, note, date, category, money }) =>
      setEntered({ ...empty(), ...money, description, note, date, category }),
    send: async (idempotencyKey, body) => {
      const another = addsAnother.current;
      const call = "/api/expenses";
      const options = { idempotencyKey };
      const saved = await (
        expense
          ? version.attempt(api.put<Expense>(`${call}/${expense._id}`, body, options))
          : api.post<Expense>(call, body, options)
      ).catch((error: unknown) => {
        const item = {
          path: call,
          body,
          idempotencyKey,
          title: description,
          at: Date.now(),
          // If it is refused on another day, it keeps its own.
          entered: { ...fields, date: body.date },
          // The user may have left it.
          form: addExpensePath(group._id, event._id),
        };
        if (expense || navigator.onLine || didNothing(error) || !keepUnsent(user.id, item)) throw error;
      });
      if (saved && !another) {
        const path = expensePath(group._id, event._id, saved._id);
        markSaved(saved._id);
        toast.success(expense ? "Expense updated" : "Expense added", {
          action: { label: "View", onClick: () => router.push(path) },
        });
        return eventPath(group._id, event._id);
      }
      if (saved) {
        announceSettlementsChanged();
        // Short, because it can cover the button that was pressed.
        toast.success("Expense added", { duration: 2000 });
      } else {
        toast.info("You're offline. The expense will be added when you're online.", { duration: 3000 });
      }
      setEntered((now) => ({ ...empty(), ...typedSince(entered, now) }));
      setAdded(added + 1);
      descriptionField.current?.focus();
    },
  });

  return (
    <form {...form.props} className="flex flex-1 flex-col gap-6">
      <TextField
        ref={descriptionField}
        label="Description"
        placeholder="Groceries, taxi, tickets…"
        autoComplete="off"
        maxLength={MAX_DESCRIPTION}
        value={description}
        error={form.errorOf("description")}
        enterKeyHint={amount === "" ? "next" : undefined}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing || amount !== "") return;
          event.preventDefault();
          document.getElementById(amountId)?.focus();
        }}
        onChange={({ target }) => change({ description: target.value })}
      />
      <div className="flex flex-col gap-2">
        <MoneyInput
          id={amountId}
          label="Amount"
          value={amount}
          error={form.errorOf("amount")}
          onChange={(typed) => change({ amount: typed })}
        />
        <PayersRow
          key={added}
          people={payable}
          saved={expense}
          entered={entered}
          error={form.errorOf("payers")}
          onPayer={(payer) => change({ payer })}
          onPaid={(paid) => change({ paid })}
        />
      </div>
      <SplitFields
        group={group}
        event={event}
        expense={expense}
        entered={entered}
        sharing={splitWith}
        error={form.errorOf("splitWith") ?? form.errorOf("split")}
        onSplitType={(splitType) => change({ splitType, asSaved: false })}
        onSelected={(selected) => change({ splitType: "custom", selected, asSaved: false })}
        onMode={(mode) => change({ mode })}
        onTyped={(typed) => change({ typed: { ...entered.typed, [entered.mode]: typed } })}
      />
      <MoreRow key={added} entered={entered} error={form.errorOf("date")} onChange={change} />
      <VersionNotice
        form={form}
        version={version}
        valuesOf={(newer) => fieldsOf(toFormValues(newer, group))}
        onChange={(change) => setEntered((now) => enteredOf(change(fieldsOf(now))))}
        describe={(newer) => (
          <>
            “<bdi>{newer.description}</bdi>”, {formatDollars(newer.amount)}, split between{" "}
            {pluralize(newer.splitWith.length, "person", "people")}
          </>
        )}
      />
      <div className="contents sm:flex sm:flex-wrap sm:items-center sm:gap-2">
        <ActionBar>
          <Button type="submit" busy={form.busy} busyLabel={expense ? "Updating…" : "Adding…"}>
            {expense ? "Update Expense" : "Add Expense"}
          </Button>
        </ActionBar>
        {expense ? null : (
          <Button
            variant="quiet"
            className="self-center"
            disabled={form.busy}
            onClick={({ currentTarget }) => {
              addsAnother.current = true;
              // Checked and sent before this returns.
              currentTarget.form?.requestSubmit();
              addsAnother.current = false;
            }}
          >
            Save and add another
          </Button>
        )}
      </div>
    </form>
  );
}

/** The fields that change independently. The money is one: a part of it may not fit the rest that someone else saved. */
const fieldsOf = ({ description, note, date, category, ...money }: EnteredExpense) => ({
  description,
  note,
  date,
  category,
  money,
});

const enteredOf = ({ money, ...rest }: ReturnType<typeof fieldsOf>): EnteredExpense => ({
  ...money,
  ...rest,
});

/** The texts and choices that were changed while the form was being sent. They belong to the next expense. */
function typedSince(sent: EnteredExpense, now: EnteredExpense): Partial<EnteredExpense> {
  return Object.fromEntries(
    Object.entries(now).filter(
      ([field, value]) => typeof value === "string" && value !== sent[field as keyof EnteredExpense],
    ),
  );
}
