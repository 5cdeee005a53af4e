"use client";

import { useRouter } from "next/navigation";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { call } from "@/lib/client/call";
import { willBeAdded } from "@/lib/core/series/ahead";
import { formatDollars } from "@/lib/core/money/money";
import type { SplitMode } from "@/lib/core/money/split";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import { expenseRules } from "@/lib/contract/rules/expenses";
import { MAX_DESCRIPTION } from "@/lib/core/limits";
import { ok, err } from "@/lib/contract/rules/rule";
import { ActionBar } from "@/components/ui/action-bar";
import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { MoneyInput } from "@/components/ui/money-input";
import { toast } from "@/components/ui/toast";
import { useCurrentUser } from "@/components/session/current-user";
import { pluralize } from "@/lib/core/text/pluralize";
import { addExpensePath, eventPath, expensePath, friendPath, seriesPath, sharePath } from "@/lib/paths";
import { pickablePeople } from "@/components/forms/pickable-people";
import { useSavedVersion } from "@/components/forms/use-saved-version";
import { VersionNotice } from "@/components/forms/version-notice";
import { useFormSubmit } from "@/components/forms/use-form-submit";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import type { UsualSplit } from "@/components/usual-split/usual-split";
import { markSaved } from "./saved-expense";
import {
  changedFields,
  emptyExpense,
  expenseBody,
  splitWithOf,
  toFormValues,
  type EnteredExpense,
  type EnteredMoney,
  type Typed,
} from "./entered-expense";
import { PayersRow } from "./payers-row";
import { SplitFields } from "./split-fields";
import { OnDemand } from "@/components/ui/on-demand";
import { MoreRow } from "./more-row";

export type ExpenseFormProps = {
  group: Group;
  event: Pick<Event, "_id" | "participants">;
  /** The expense to edit; undefined adds a new one. */
  expense?: Expense | undefined;
  /** The initial values of a copy. */
  copied?: EnteredExpense | undefined;
  /** Of a friend with whom the expense is shared one-to-one, if group and event do not exist yet. */
  friendId?: string;
  /** How expenses are usually split, for a new one. */
  usual?: UsualSplit | undefined;
  /** `expense` is the next one of what repeats, with the id and the revision of that: changes those to come. */
  toCome?: boolean;
};

const loadChange = () => import("./change-to-come").then(({ changeToCome }) => changeToCome);

/** How long saving waits for what others have recorded, in milliseconds. */
const TIMELY = 1_500;

/** Checks values whose problem is known to the part of the form that shows them. */
const shown = (problem: string | null) => (problem ? err(problem) : ok(null));

/**
 * The form that adds or edits an expense: description, amount, payers, split, and optional fields.
 */
export function ExpenseForm({
  group,
  event,
  expense: loaded,
  copied,
  friendId,
  usual,
  toCome,
}: ExpenseFormProps) {
  const router = useRouter();
  const user = useCurrentUser();
  // Guests cannot enter what repeats (docs/rules.md#series).
  const empty = () => ({ ...emptyExpense(group, user.id, usual), ...(user.guest && { repeats: undefined }) });
  const [entered, setEntered] = useState(() => (loaded ? toFormValues(loaded, group) : (copied ?? empty())));
  const version = useSavedVersion(loaded, (expenseId) =>
    call("GET /api/expenses/{expenseId}", { params: { expenseId } }),
  );
  const expense = version.saved;
  const descriptionField = useRef<HTMLInputElement>(null);
  const amountId = useId();
  const addsAnother = useRef(false);
  /** Whether the later occurrences change, too. */
  const later = useRef(false);
  const splitProblem = useRef<string | null>(null);
  const payersProblem = useRef<string | null>(null);
  /** How many were added before; each new one starts with closed panels. */
  const [added, setAdded] = useState(0);
  const [question, setQuestion] = useState<ReactNode>(null);

  const { description, money } = entered;
  const { amount } = money;
  const splitWith = splitWithOf(money, group, expense);
  const change = (changed: Partial<EnteredExpense>) => setEntered({ ...entered, ...changed });
  const changeMoney = (changed: Partial<EnteredMoney>) => change({ money: { ...money, ...changed } });
  const carry = (values: Typed | null, mode: SplitMode) =>
    values &&
    setEntered((now) => ({ ...now, money: { ...now.money, typed: { ...now.money.typed, [mode]: values } } }));
  const payable = pickablePeople(
    group.members,
    expense?.payers.map((one) => one.user),
  );
  const body = expenseBody(entered, splitWith, payable, expense, user.id);
  const target = friendId ? { friendId } : { eventId: event._id };
  const created = (sent: typeof body) => ({ ...sent, ...target, paidBy: user.id });

  const form = useFormSubmit({
    version,
    rules: {
      ...expenseRules,
      split: () => shown(splitProblem.current),
      payers: () => shown(payersProblem.current),
    },
    values: { ...body, amount },
    entered,
    body: { ...body, rev: expense?.rev },
    fields: ["description", "amount", "splitWith", "split", "payers", "date"],
    sources: { splitWith: "money", split: "money", payers: "money" },
    restore: (draft) => setEntered({ ...draft, money: { ...empty().money, ...draft.money } }),
    confirm: expense?.series && !toCome ? askWhich : expense || friendId ? undefined : confirmNew,
    send: async (idempotencyKey, body) => {
      if (toCome) return (await loadChange())(expense!, group._id, body);
      const another = addsAnother.current;
      addsAnother.current = false;
      const saved = await (expense
        ? version.attempt(
            call("PUT /api/expenses/{expenseId}", {
              params: { expenseId: expense._id },
              body: { ...body, later: later.current },
              idempotencyKey,
            }),
          )
        : call("POST /api/expenses", { body: created(body), idempotencyKey }));
      const done = "next" in saved ? willBeAdded(saved) : expense ? "Expense updated" : "Expense added";
      if (!another) {
        const path =
          "next" in saved ? seriesPath(saved.groupId) : expensePath(group._id, event._id, saved._id);
        markSaved(saved._id);
        toast.success(done, {
          action: friendId ? undefined : { label: "View", onClick: () => router.push(path) },
        });
        return friendId ? friendPath(friendId) : eventPath(group._id, event._id);
      }
      announceSettlementsChanged();
      // Short, because it can cover the button that was pressed.
      toast.success(done, { duration: 2000 });
      startNext();
    },
    offline: expense
      ? undefined
      : {
          // Read when it is kept: before, the amount may be no number.
          get title() {
            return `${description}, ${formatDollars(body.amount)}`;
          },
          call: "POST /api/expenses",
          toBody: created,
          // If it is refused on a later day, it keeps its date.
          entered: { ...entered, date: body.date },
          form: friendId ? sharePath(friendId) : addExpensePath(group._id, event._id),
          onKept: () => {
            toast.info("You're offline. The expense will be added when you're online.", { duration: 3000 });
            startNext();
          },
        },
  });

  useEffect(() => {
    // A keyboard would cover half of a phone's screen. What the user has opened or typed into keeps the focus.
    if (!loaded && document.activeElement === document.body && window.matchMedia?.("(pointer: fine)").matches)
      descriptionField.current?.focus({ preventScroll: true });
  }, [loaded]);

  async function askWhich(): Promise<boolean> {
    const ask = await loadAsk().catch(() => null);
    const which = ask ? await ask(expense!, group._id, setQuestion) : "this";
    later.current = which === "later";
    return !!which;
  }

  /** Somebody else may have recorded the same. If that is not known in time, it is added without a question. */
  async function confirmNew(): Promise<boolean> {
    const another = addsAnother.current;
    const late = new Promise<null>((resolve) => setTimeout(resolve, TIMELY, null));
    const found = navigator.onLine && loadSame().then((findSame) => findSame(event._id, body, user.id));
    const ask = await Promise.race([found, late]).catch(() => null);
    const adds = !ask || (await ask(setQuestion));
    addsAnother.current = another && adds;
    return adds;
  }

  function startNext() {
    setEntered((now) => {
      // Of the same day: people enter a day's receipts one after another.
      const next = { ...empty(), date: entered.date };
      // What was changed meanwhile belongs to the next expense.
      return {
        ...next,
        ...changedFields(now, entered),
        money: { ...next.money, ...changedFields(now.money, money) },
      };
    });
    setAdded(added + 1);
    descriptionField.current?.focus();
  }

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
        invalid={form.marks("description")}
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
          invalid={form.marks("amount")}
          onChange={(typed) => changeMoney({ amount: typed })}
        />
        {/* Guests enter what they paid (docs/rules.md#guests). */}
        {user.guest && money.payer === user.id ? null : (
          <PayersRow
            key={added}
            people={payable}
            saved={expense}
            entered={money}
            error={form.errorOf("payers")}
            onPayer={(payer) => changeMoney({ payer })}
            onPaid={(paid) => changeMoney({ paid })}
            problemRef={payersProblem}
          />
        )}
      </div>
      {usual ? (
        <OnDemand
          load={loadUsual}
          loading={<div className={usual.room} />}
          props={{ usual, group, entered, onChange: changeMoney }}
        />
      ) : null}
      <SplitFields
        group={group}
        event={event}
        expense={expense}
        entered={money}
        sharing={splitWith}
        error={form.errorOf("splitWith") ?? form.errorOf("split")}
        onKind={(splitType, mode) => {
          changeMoney({ splitType, mode, asSaved: false });
          // Where values were typed, their fields have loaded the module.
          if (money.typed[money.mode])
            void loadCarriedValues().then((valuesOf) => carry(valuesOf(money, mode, splitWith), mode));
        }}
        onSelected={(selected) => changeMoney({ splitType: "custom", selected, asSaved: false })}
        onTyped={(typed) => changeMoney({ typed: { ...money.typed, [money.mode]: typed } })}
        problemRef={splitProblem}
      />
      <MoreRow
        key={added}
        entered={entered}
        pair={friendId !== undefined || group.pair === true}
        error={form.errorOf("date")}
        undated={toCome}
        onChange={change}
      />
      <VersionNotice
        form={form}
        version={version}
        valuesOf={(newer) => toFormValues(newer, group)}
        onChange={setEntered}
        describe={(newer) => (
          <>
            “<Bdi>{newer.description}</Bdi>”, <Bdi>{formatDollars(newer.amount)}</Bdi>, split between{" "}
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
              // Checked before this returns.
              currentTarget.form?.requestSubmit();
              addsAnother.current = false;
            }}
          >
            Save and add another
          </Button>
        )}
      </div>
      {question}
    </form>
  );
}

const loadSame = () => import("./same-expense").then(({ findSame }) => findSame);

const loadAsk = () => import("./ask-later").then(({ askLater }) => askLater);

const loadCarriedValues = () => import("./custom-split").then(({ carriedValues }) => carriedValues);

const loadUsual = () =>
  import("@/components/usual-split/usual-split-row").then(({ UsualSplitRow }) => UsualSplitRow);
