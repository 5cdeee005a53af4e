"use client";

import { clsx } from "clsx";
import { useEffect, type RefObject } from "react";
import { splitProblem, splitProblemText, type Split, type SplitValue } from "@/lib/core/money/split";
import type { Person } from "@/lib/contract/people";
import { SPLIT_VALUE_MESSAGE } from "@/lib/contract/rules/expense";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { keepFocus } from "@/components/ui/keep-focus";
import { useCurrentUser } from "@/components/session/current-user";
import { shortNames } from "@/components/people/short-names";
import { Bdi } from "@/components/ui/bdi";
import { Sentence } from "@/components/ui/sentence";
import { valueText, type Typed } from "./entered-expense";

export type RemainderProps = {
  /** The amount to divide; null: not a valid amount yet. */
  cents: number | null;
  /** The values as typed; null: one of them is not a number. */
  split: Split | null;
  people: readonly Person[];
  /** True for a person whose field is empty. */
  isBlank: (id: string) => boolean;
  /** The person whose field was tapped last. */
  tapped: string | null;
  /** The least value that the viewer may give a person, in hundredths; default 0. */
  least?: (id: string) => number;
  /** What is said about an amount that is left; default: it needs to be split. */
  left?: string;
  /** The message if nothing is left. */
  complete: string;
  /** Sets values of people. */
  onGive: (values: Typed) => void;
  /** Where the form reads what is still wrong. */
  problemRef: RefObject<string | null>;
};

/** Shows what is left to divide, or exceeds the amount, with a button that assigns it to someone. */
export function Remainder(props: RemainderProps) {
  const {
    cents,
    split,
    people,
    isBlank,
    tapped,
    least = () => 0,
    left,
    complete,
    onGive,
    problemRef,
  } = props;
  const user = useCurrentUser();
  const needsAmount = cents === null && split?.mode !== "percent" && split?.mode !== "shares";
  const problem = split && !needsAmount ? splitProblem(cents ?? 1, split) : null;
  const text = !split
    ? SPLIT_VALUE_MESSAGE
    : needsAmount
      ? "Enter the expense amount first."
      : problem && splitProblemText(problem, split.mode, left);

  const rest =
    problem && "hundredths" in problem ? problem.hundredths * (problem.kind === "left" ? 1 : -1) : 0;
  const takers = split && rest !== 0 ? takersOf(split.values, rest, isBlank, least) : [];
  const taker =
    takers.find(({ user }) => user === tapped) ??
    (isBlank(takers[0]?.user ?? "") ? takers[0] : takers.at(-1));
  const give = (values: readonly SplitValue[]) =>
    onGive(Object.fromEntries(values.map(({ user, value }) => [user, valueText(value / 100, split!.mode)])));

  useEffect(() => {
    problemRef.current = text || null;
    return () => void (problemRef.current = null);
  }, [text, problemRef]);

  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 px-2">
      <p
        role="status"
        className={clsx(
          "mr-auto flex items-center gap-2 font-bold tabular-nums",
          text ? "text-owe" : "text-owed",
        )}
      >
        <Icon className={clsx("size-5", text ? "icon-scale" : "icon-circle-check")} />
        <span>
          <Sentence>{text ?? complete}</Sentence>
        </span>
      </p>
      {taker ? (
        <>
          {rest > 0 && takers.length > 1 ? (
            <Button
              ref={keepFocus}
              variant="quiet"
              className="-ml-2 px-2"
              onClick={() => give(evenly(takers, rest))}
            >
              Split the rest evenly
            </Button>
          ) : null}
          <Button
            ref={keepFocus}
            variant="quiet"
            className="-ml-2 px-2"
            onClick={() => give([{ ...taker, value: taker.value + rest }])}
          >
            {rest > 0 ? "Assign to" : "Take from"}{" "}
            {taker.user === user.id ? "you" : <Bdi>{shortNames(people)(taker.user)}</Bdi>}
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** The people who can take the rest: those without a value; else everyone who has enough. */
function takersOf(
  values: readonly SplitValue[],
  rest: number,
  isBlank: (id: string) => boolean,
  least: (id: string) => number,
): readonly SplitValue[] {
  const able = values.filter(({ user, value }) => value + rest >= (rest > 0 ? 0 : least(user)));
  const blank = able.filter(({ user }) => isBlank(user));
  return blank.length > 0 ? blank : able;
}

/** The values with the rest added, which is divided evenly; the first ones get what does not divide. */
function evenly(takers: readonly SplitValue[], rest: number): SplitValue[] {
  const odd = rest % takers.length;
  const each = (rest - odd) / takers.length;
  return takers.map(({ user, value }, index) => ({ user, value: value + each + (index < odd ? 1 : 0) }));
}
