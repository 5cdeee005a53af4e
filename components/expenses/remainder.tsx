"use client";

import { clsx } from "clsx";
import { useEffect, type RefObject } from "react";
import { splitProblem, splitProblemText, type Split, type SplitValue } from "@/lib/core/money/split";
import type { Person } from "@/lib/contract/people";
import { SPLIT_VALUE_MESSAGE } from "@/lib/contract/rules/expenses";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { keepFocus } from "@/components/ui/keep-focus";
import { useCurrentUser } from "@/components/session/current-user";
import { shortNames } from "@/components/people/short-names";
import { Bdi, Sentence } from "@/components/ui/bdi";
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
  /** See {@link remainderProblem}. */
  wrong: string | null;
  /** Whether the form was refused because of it. */
  refused: boolean;
  /** The message if nothing is left. */
  complete: string;
  /** Sets values of people. */
  onGive: (values: Typed) => void;
  /** Where the form reads what is still wrong. */
  problemRef: RefObject<string | null>;
};

/** The amount's field says what is missing. */
const needsAmount = (cents: number | null, split: Split | null) =>
  cents === null && split !== null && split.mode !== "percent" && split.mode !== "shares";

const problemOf = (cents: number | null, split: Split | null) =>
  split && !needsAmount(cents, split) ? splitProblem(cents ?? 1, split) : null;

/**
 * What is still wrong, in words; null if nothing is.
 * @param left what is said about an amount that is left; default: it needs to be split
 */
export function remainderProblem(cents: number | null, split: Split | null, left?: string): string | null {
  if (!split) return SPLIT_VALUE_MESSAGE;
  const problem = problemOf(cents, split);
  return problem && splitProblemText(problem, split.mode, left);
}

/** Shows what is left to divide, or exceeds the amount, with a button that assigns it to someone. */
export function Remainder(props: RemainderProps) {
  const {
    cents,
    split,
    people,
    isBlank,
    tapped,
    least = () => 0,
    wrong,
    refused,
    complete,
    onGive,
    problemRef,
  } = props;
  const user = useCurrentUser();
  const problem = problemOf(cents, split);
  const rest =
    problem && "hundredths" in problem ? problem.hundredths * (problem.kind === "left" ? 1 : -1) : 0;
  const takers = split && rest !== 0 ? takersOf(split.values, rest, isBlank, least) : [];
  const taker =
    takers.find(({ user }) => user === tapped) ??
    (isBlank(takers[0]?.user ?? "") ? takers[0] : takers.at(-1));
  const give = (values: readonly SplitValue[]) =>
    onGive(Object.fromEntries(values.map(({ user, value }) => [user, valueText(value / 100, split!.mode)])));

  useEffect(() => {
    problemRef.current = wrong;
    return () => void (problemRef.current = null);
  }, [wrong, problemRef]);

  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 px-2">
      <p
        // Anew, so that it is announced.
        key={`${refused}`}
        role={refused ? "alert" : "status"}
        className={clsx(
          "mr-auto flex items-center gap-2 font-bold tabular-nums",
          refused ? "text-danger" : wrong ? "text-owe" : "text-owed",
        )}
      >
        {needsAmount(cents, split) ? null : (
          <>
            <Icon className={clsx("size-5", wrong ? "icon-scale" : "icon-circle-check")} />
            <span>
              <Sentence>{wrong ?? complete}</Sentence>
            </span>
          </>
        )}
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
