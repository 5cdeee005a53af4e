import fc from "fast-check";
import {
  EQUAL_SPLIT,
  SPLIT_MODES,
  splitExpense,
  splitProblem,
  WHOLE_PERCENT,
  type Share,
  type Split,
  type SplitMode,
} from "@/lib/core/money/split";

/** A way to split and to pay an expense, before the amount and the people are known. */
export type EnteredMoney = { mode: SplitMode; weights: number[]; paying: number[] };

/** Any mode; up to three payers, as indexes into the list of people; none: the recorder pays. */
export const enteredMoney: fc.Arbitrary<EnteredMoney> = fc.record({
  mode: fc.constantFrom(...SPLIT_MODES),
  weights: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 4, maxLength: 4 }),
  paying: fc.uniqueArray(fc.nat(3), { maxLength: 3 }),
});

/** A split that is valid for the amount: of this mode, unless that is none for a refund. */
export function splitFrom({ mode, weights }: EnteredMoney, cents: number, people: readonly string[]): Split {
  const byWeight: Split = {
    mode: "shares",
    values: people.map((user, index) => ({ user, value: weights[index % weights.length] ?? 1 })),
  };
  const parts = (whole: number) =>
    splitExpense(whole, people, byWeight, "").map(({ user, cents: value }) => ({ user, value }));
  switch (mode) {
    case "equal":
      return { mode, values: [] };
    case "shares":
      return byWeight;
    case "amounts":
      return { mode, values: parts(cents) };
    case "percent":
      return { mode, values: parts(WHOLE_PERCENT) };
    case "adjust": {
      if (cents < 0) return EQUAL_SPLIT;
      const values = byWeight.values.map(({ user, value }) => ({ user, value: value - 450 }));
      const split: Split = { mode, values };
      return splitProblem(cents, split)
        ? { mode, values: values.map(({ user }) => ({ user, value: 0 })) }
        : split;
    }
  }
}

/** Payments of these people that sum to the amount; undefined if the recorder pays. */
export function payersFrom(
  { paying, weights }: EnteredMoney,
  cents: number,
  people: readonly string[],
): Share[] | undefined {
  if (cents < 0)
    return payersFrom({ paying, weights } as EnteredMoney, -cents, people)?.map((one) => ({
      ...one,
      cents: -one.cents,
    }));
  const all = new Set(paying.map((index) => people[index % people.length] ?? ""));
  const users = [...all].slice(0, cents);
  if (users.length === 0) return undefined;
  const rest = cents - users.length;
  const values = users.map((user, index) => ({ user, value: weights[index] ?? 1 }));
  const extra = rest > 0 ? splitExpense(rest, users, { mode: "shares", values }, "") : [];
  return users.map((user) => ({
    user,
    cents: 1 + (extra.find((share) => share.user === user)?.cents ?? 0),
  }));
}
