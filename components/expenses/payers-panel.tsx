"use client";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import { useEffect, useId, useRef, useState, type RefObject } from "react";
import { parseAmount } from "@/lib/core/money/amounts";
import { balanceToCents, formatCents } from "@/lib/core/money/money";
import type { Expense } from "@/lib/contract/expenses";
import { Avatar } from "@/components/people/avatar";
import { LeftTheGroup } from "@/components/people/left-the-group";
import { FieldError } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Icon } from "@/components/ui/icon";
import { focusOn } from "@/components/ui/keep-focus";
import { Radio } from "@/components/ui/radio";
import { useCurrentUser } from "@/components/session/current-user";
import { FindPerson } from "@/components/forms/find-person";
import type { PickablePerson } from "@/components/forms/pickable-people";
import { Bdi } from "@/components/ui/bdi";
import {
  hundredthsOf,
  isErrorOf,
  isRefund,
  typedSplit,
  type EnteredMoney,
  type Typed,
} from "./entered-expense";
import { Remainder, remainderProblem } from "./remainder";
import { ValueField } from "./value-field";

export type PayersPanelProps = {
  /** The expense being edited. */
  saved?: Expense | undefined;
  entered: EnteredMoney;
  people: readonly PickablePerson[];
  error: string | undefined;
  /** @param payer null: several people */
  onPayer: (payer: string | null) => void;
  onPaid: (paid: Typed) => void;
  /** Where the form reads why the payments cannot be sent yet. */
  problemRef: RefObject<string | null>;
};

/** Selects who paid: one person, or several with what each of them paid. */
export function PayersPanel(props: PayersPanelProps) {
  const { saved, entered, people, error, onPayer, onPaid, problemRef } = props;
  const user = useCurrentUser();
  const errorId = useId();
  const limitId = useId();
  const commentsPath = `${usePathname().replace("/edit-expense/", "/expenses/")}#history` as Route;
  const [tapped, setTapped] = useState<string | null>(null);
  const { payer, paid } = entered;
  const several = payer === null;
  const parsed = parseAmount(entered.amount);
  const refund = isRefund(entered.amount);
  // The parts of a refund are typed without a sign.
  const cents = parsed.ok ? Math.abs(parsed.cents) : null;
  const amountOf = (id: string) => paid[id] ?? "";
  // Including people without a value, who may get the rest.
  const split = typedSplit(
    "amounts",
    people.map(({ _id }) => _id),
    amountOf,
    refund,
  );
  const wrong = several
    ? remainderProblem(cents, split, refund ? "still needs a receiver." : "still needs a payer.")
    : null;
  // One message for one problem.
  const refused = error !== undefined && error === wrong;
  const me = people.filter(({ _id }) => _id === user.id);
  const others = people.filter(({ _id }) => _id !== user.id);
  const least = leastPayments(saved, user.id);
  const limited = least.size > 0;
  // If one other person paid, everything can be passed on to them; if several did, something would be lowered.
  const [heir = user.id, ...heirs] = least.keys();
  const choices = useRef<HTMLDivElement>(null);

  const toggled = useRef(false);

  // The button that was pressed has disappeared.
  useEffect(() => {
    if (toggled.current) focusOn(choices.current, null, "input:checked, input[inputmode]");
    toggled.current = false;
  }, [several]);

  /** Changes between one person and several. */
  function toggle(to: string | null) {
    toggled.current = true;
    onPayer(to);
  }

  return (
    <fieldset aria-describedby={error && !refused ? errorId : undefined} className="min-w-0 space-y-2">
      <legend className="sr-only">{refund ? "Who received it" : "Who paid"}</legend>
      <div ref={choices} className="flex flex-col rounded-card border border-line bg-surface p-2 shadow-card">
        <FindPerson label={refund ? "Find a receiver" : "Find a payer"} people={[...me, ...others]}>
          {(found) =>
            found.map((person) => {
              const { _id, name, picture, left } = person;
              const who = (
                <>
                  <Avatar name={name} picture={picture} size="sm" />
                  <span className="min-w-0 flex-1 basis-16">
                    {_id === user.id ? "You" : <Bdi>{name}</Bdi>}
                    {left ? <LeftTheGroup /> : null}
                  </span>
                </>
              );
              const tooLow = saved && (hundredthsOf(amountOf(_id)) ?? Infinity) < (least.get(_id) ?? 0);
              const wrong = error !== undefined && isErrorOf(split, amountOf(_id));
              return several ? (
                <div key={_id} className="flex min-h-14 flex-wrap items-center gap-x-3 px-2 font-semibold">
                  {who}
                  <ValueField
                    label={`${refund ? "Received" : "Paid"} by ${_id === user.id ? "you" : name}`}
                    unit="$"
                    value={paid[_id] ?? ""}
                    invalid={wrong || tooLow === true}
                    errorId={tooLow ? limitId : undefined}
                    onChange={(text) => onPaid({ ...paid, [_id]: text })}
                    onFocus={() => setTapped(_id)}
                  />
                </div>
              ) : (
                <Radio
                  key={_id}
                  name="payer"
                  checked={payer === _id}
                  disabled={limited && !least.has(_id)}
                  onChange={() => onPayer(_id)}
                >
                  {who}
                </Radio>
              );
            })
          }
        </FindPerson>
        <div className="mt-1 border-t border-line pt-1">
          {several ? (
            <>
              <Remainder
                cents={cents}
                split={split}
                people={people}
                isBlank={(id) => !paid[id]?.trim()}
                tapped={tapped}
                least={(id) => least.get(id) ?? 0}
                wrong={wrong}
                refused={refused}
                complete={`Adds up to ${formatCents(cents ?? 0)}.`}
                onGive={(values) => onPaid({ ...paid, ...values })}
                problemRef={problemRef}
              />
              <button
                type="button"
                disabled={heirs.length > 0}
                aria-describedby={limited ? limitId : undefined}
                onClick={() => toggle(heir)}
                className="min-h-11 rounded-full px-2 text-left font-bold text-brand disabled:text-muted"
              >
                {refund ? "One person received it" : "One person paid"}
              </button>
            </>
          ) : (
            <button
              type="button"
              onClick={() => toggle(null)}
              className="flex min-h-11 items-center gap-3 rounded-full px-2 font-bold text-brand"
            >
              <Icon className="icon-users" />
              Several people
            </button>
          )}
        </div>
      </div>
      {limited ? (
        <p id={limitId} className="px-2 pb-2 text-sm text-muted">
          You can lower only what you paid. To lower what others paid, ask them in a{" "}
          <Link href={commentsPath} className="font-bold text-brand underline">
            comment
          </Link>
          .
        </p>
      ) : null}
      {error && !refused ? <FieldError id={errorId}>{error}</FieldError> : null}
    </fieldset>
  );
}

/** The cents below which the viewer may not lower what others paid, by user id. Of a refund, the server checks it. */
function leastPayments(saved: Expense | undefined, viewerId: string): Map<string, number> {
  if (!saved || saved.amount < 0 || saved.recordedBy._id === viewerId) return new Map();
  const others = saved.payers.filter(({ user }) => user._id !== viewerId);
  return new Map(others.map(({ user, amount }) => [user._id, balanceToCents(amount)]));
}
