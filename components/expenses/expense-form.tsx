"use client";

import { useRouter } from "next/navigation";
import { startTransition, useState } from "react";
import { api, ApiError } from "@/lib/api-client";
import { formatDollars } from "@/lib/core/money";
import type { Event, Expense, Group } from "@/lib/schemas/answers";
import { expenseRules } from "@/lib/schemas/expense-rules";
import { ActionBar } from "@/components/ui/action-bar";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { MoneyInput } from "@/components/ui/money-input";
import { useCurrentUser } from "@/components/current-user";
import { countOf } from "@/components/ui/count-of";
import { leaveForm } from "@/components/forms/leave-form";
import { eventPath } from "@/components/navigation/paths";
import { useSavedVersion } from "@/components/forms/use-saved-version";
import { VersionNotice } from "@/components/forms/version-notice";
import { useFormSubmit } from "@/components/forms/use-form-submit";
import { announceSettlementsChanged } from "@/components/settlements/settlements-changed";
import { dollarsOf, enteredOf, splitWithOf } from "./entered-expense";
import { SplitFields } from "./split-fields";

export type ExpenseFormProps = {
  group: Group;
  event: Event;
  /** The expense to change; without it a new one is added. */
  expense?: Expense | undefined;
};

/** Adds an expense that the current user paid, or changes one: description, amount, split (spec sections 2, 5). */
export function ExpenseForm({ group, event, expense: loaded }: ExpenseFormProps) {
  const router = useRouter();
  const user = useCurrentUser();
  const [entered, setEntered] = useState(() => enteredOf(loaded, group));
  const version = useSavedVersion(loaded, "/api/expenses");
  const expense = version.saved;

  const { description, amount, splitType, asSaved } = entered;
  const splitWith = splitWithOf(entered, group, expense);
  const fields = {
    description,
    amount,
    splitWith,
    ...(expense ? { rev: expense.rev } : { eventId: event._id, paidBy: user.id }),
  };
  // What is checked and, where the session ends, kept: the body, and how the form came to it.
  const values = { ...fields, splitType, selected: entered.selected, asSaved };

  const form = useFormSubmit({
    rules: expenseRules,
    values,
    fields: ["description", "amount", "splitWith"],
    restore: (draft) =>
      setEntered({
        description: draft.description,
        amount: draft.amount,
        splitType: draft.splitType,
        selected: draft.selected,
        asSaved: draft.asSaved,
      }),
    send: async (idempotencyKey) => {
      const body = { ...fields, amount: dollarsOf(amount) };
      try {
        if (expense) await version.attempt(api.put(`/api/expenses/${expense._id}`, body));
        else await api.post("/api/expenses", body, { idempotencyKey });
      } catch (error) {
        // Perhaps somebody has left the group: the form then shows who is there now.
        if (error instanceof ApiError && error.code === "invalid") startTransition(() => router.refresh());
        throw error;
      }
      announceSettlementsChanged({ leaving: true });
      leaveForm(router, eventPath(group._id, event._id));
      return "leaving";
    },
  });

  return (
    <form onSubmit={form.onSubmit} noValidate className="flex flex-1 flex-col gap-6">
      <TextField
        label="Description"
        placeholder="Groceries, taxi, tickets…"
        autoComplete="off"
        value={description}
        error={form.errorOf("description")}
        onChange={(change) => setEntered({ ...entered, description: change.target.value })}
      />
      <MoneyInput
        label="Amount"
        value={amount}
        error={form.errorOf("amount")}
        onChange={(typed) => setEntered({ ...entered, amount: typed })}
      />
      <SplitFields
        group={group}
        event={event}
        expense={expense}
        amount={amount}
        splitType={splitType}
        asSaved={asSaved}
        sharing={splitWith}
        error={form.errorOf("splitWith")}
        onSplitType={(type) => setEntered({ ...entered, splitType: type, asSaved: false })}
        onSelected={(people) =>
          setEntered({ ...entered, splitType: "custom", selected: people, asSaved: false })
        }
      />
      <VersionNotice
        form={form}
        version={version}
        onTake={(newer) => setEntered(enteredOf(newer, group))}
        describe={(newer) => (
          <>
            “<bdi>{newer.description}</bdi>”, {formatDollars(newer.amount)}, split between{" "}
            {countOf(newer.splitWith.length, "person", "people")}
          </>
        )}
      />
      <ActionBar>
        <Button type="submit" busy={form.busy} busyLabel={expense ? "Updating…" : "Adding…"}>
          {expense ? "Update Expense" : "Add Expense"}
        </Button>
      </ActionBar>
    </form>
  );
}
