"use client";

import { clsx } from "clsx";
import { splitProblem, splitProblemText, type Split, type SplitValue } from "@/lib/core/money/split";
import type { Person } from "@/lib/contract/people";
import { SPLIT_VALUE_MESSAGE } from "@/lib/contract/rules/expense";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { keepFocus } from "@/components/ui/keep-focus";
import { useCurrentUser } from "@/components/session/current-user";
import { shortNames } from "@/components/people/short-names";
import { valueText } from "./entered-expense";

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
  /** Sets a person's value. */
  onGive: (id: string, text: string) => void;
};

/** Shows what is left to divide, or exceeds the amount, with a button that assigns it to someone. */
export function Remainder(props: RemainderProps) {
  const { cents, split, people, isBlank, tapped, least = () => 0, left, complete, onGive } = props;
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
  const taker = split && rest !== 0 ? takerOf(split.values, rest, isBlank, tapped, least) : null;

  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 px-2">
      <p
        role="status"
        className={clsx("flex items-center gap-2 font-bold tabular-nums", text ? "text-owe" : "text-owed")}
      >
        <Icon className={clsx("size-5", text ? "icon-scale" : "icon-circle-check")} />
        {text ?? complete}
      </p>
      {split && taker ? (
        <Button
          ref={keepFocus}
          variant="quiet"
          className="ml-auto"
          onClick={() => onGive(taker.user, valueText((taker.value + rest) / 100, split.mode))}
        >
          {rest > 0 ? "Assign to" : "Take from"}{" "}
          {taker.user === user.id ? "you" : <bdi>{shortNames(people)(taker.user)}</bdi>}
        </Button>
      ) : null}
    </div>
  );
}

/** The person who gets the rest: one without a value, preferably the one tapped; else the one tapped, or the last. */
function takerOf(
  values: readonly SplitValue[],
  rest: number,
  isBlank: (id: string) => boolean,
  tapped: string | null,
  least: (id: string) => number,
): SplitValue | undefined {
  const able = values.filter(({ user, value }) => value + rest >= (rest > 0 ? 0 : least(user)));
  const blank = able.filter(({ user }) => isBlank(user));
  const possible = blank.length > 0 ? blank : able;
  return possible.find(({ user }) => user === tapped) ?? (blank[0] || able.at(-1));
}
