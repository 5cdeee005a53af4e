import { fnv1a } from "@/lib/core/fnv1a";
import { formatCents, isAmount, MAX_CENTS, sumCents } from "./money";

/** One person's share of an expense, in cents; 0 if there are more people than cents; negative in a refund. */
export type Share = { user: string; cents: number };

/** A share of an expense that has no id yet. `orMore`: the id will decide whether it is a cent further from 0. */
export type ExpectedShare = Share & { orMore?: true };

/**
 * How a custom split divides an amount. `equal`: the same for each person; `amounts`: an amount for each; `percent`:
 * a percentage for each; `shares`: a weight for each; `adjust`: equal shares plus or minus an amount for each.
 */
export const SPLIT_MODES = ["equal", "amounts", "percent", "shares", "adjust"] as const;
export type SplitMode = (typeof SPLIT_MODES)[number];

/**
 * The value entered for one person, in hundredths of the mode's unit: cents (amounts, adjust), hundredths of a
 * percent (percent), hundredths of a share (shares).
 */
export type SplitValue = { user: string; value: number };

/** A split as entered: a value for each person, or none in mode `equal`. */
export type Split = { mode: SplitMode; values: readonly SplitValue[] };

export const EQUAL_SPLIT: Split = { mode: "equal", values: [] };

/** 100%, in hundredths of a percent. */
export const WHOLE_PERCENT = 10_000;
/** The largest weight of one person: 1,000 shares, in hundredths of a share. */
export const MAX_WEIGHT = 100_000;

/**
 * Why a split is not valid. `hundredths`: what is left to assign, or assigned beyond the amount, in the mode's unit.
 */
export type SplitProblem =
  | { kind: "left" | "too-much"; hundredths: number }
  | { kind: "negative" | "positive" | "no-shares" | "too-large" | "below-zero" | "adjusted-refund" };

/**
 * Splits an amount equally, exact to the cent. Of a refund, the shares are the negatives of those of the expense
 * (docs/rules.md#refunds).
 * @param cents the amount: not 0, at most {@link MAX_CENTS} either way
 * @param people user ids, each once
 * @param expenseId determines who bears the odd cents; the same id always gives the same result. null: it has none yet
 * @returns a share for each person, sorted by user id
 * @throws RangeError on an empty list, a duplicate person, or an invalid amount
 */
export function splitEqually(
  cents: number,
  people: readonly string[],
  expenseId: string | null,
): ExpectedShare[] {
  if (!isAmount(cents)) throw new RangeError(`Not an amount in cents: ${cents}`);
  if (cents < 0) return splitEqually(-cents, people, expenseId).map(negated);
  return divide(
    cents,
    people.map((user) => ({ user, value: 1 })),
    expenseId,
  );
}

/**
 * Splits an amount as entered, exact to the cent.
 * @param cents the amount, as for {@link splitEqually}
 * @param people user ids, each once
 * @param split its values must be for exactly these people
 * @param expenseId determines who bears the odd cents; the same id always gives the same result. null: it has none yet
 * @returns a share for each person, sorted by user id
 * @throws RangeError like {@link splitEqually}, and if the split has a {@link splitProblem}
 */
export function splitExpense(
  cents: number,
  people: readonly string[],
  split: Split,
  expenseId: string | null,
): ExpectedShare[] {
  const equally = splitEqually(cents, people, expenseId);
  if (split.mode === "equal") return equally;
  if (cents < 0 && split.mode !== "adjust")
    return splitExpense(-cents, people, mirrored(split), expenseId).map(negated);

  const values = new Map(split.values.map(({ user, value }) => [user, value]));
  if (split.values.length !== people.length || people.some((user) => !values.has(user))) {
    throw new RangeError("The values are not those of the people in the split");
  }
  const problem = splitProblem(cents, split);
  if (problem) throw new RangeError(`Not a split of ${cents} cents: ${problem.kind}`);
  switch (split.mode) {
    case "amounts":
      return equally.map(({ user }) => ({ user, cents: values.get(user) ?? 0 }));
    case "percent":
    case "shares":
      return divide(cents, split.values, expenseId);
    case "adjust": {
      const rest = cents - sumOf(split);
      const ones = people.map((user) => ({ user, value: 1 }));
      return divide(rest, ones, expenseId).map((share) => ({
        ...share,
        cents: share.cents + (values.get(share.user) ?? 0),
      }));
    }
  }
}

/**
 * Checks the values of a split.
 * @param cents the amount
 * @returns the problem, or null if the amount can be split
 */
export function splitProblem(cents: number, split: Split): SplitProblem | null {
  if (cents < 0) {
    if (split.mode === "adjust") return { kind: "adjusted-refund" };
    const problem = splitProblem(-cents, mirrored(split));
    return split.mode === "amounts" && problem?.kind === "negative" ? { kind: "positive" } : problem;
  }
  const values = split.values.map(({ value }) => value);
  if (split.mode !== "adjust" && values.some((value) => value < 0)) return { kind: "negative" };
  const limit = split.mode === "shares" ? MAX_WEIGHT : MAX_CENTS;
  if (values.some((value) => !Number.isSafeInteger(value) || Math.abs(value) > limit)) {
    return { kind: "too-large" };
  }
  const sum = sumOf(split);
  switch (split.mode) {
    case "equal":
      return null;
    case "amounts":
      return remainder(cents - sum);
    case "percent":
      return remainder(WHOLE_PERCENT - sum);
    case "shares":
      return sum === 0 ? { kind: "no-shares" } : null;
    case "adjust": {
      const base = Math.floor((cents - sum) / values.length);
      return base < 0 || values.some((value) => base + value < 0) ? { kind: "below-zero" } : null;
    }
  }
}

/**
 * The user-facing message for an invalid split.
 * @param mode the split's mode, which is the unit of the hundredths
 * @param left what is said about an amount that nobody has
 */
export function splitProblemText(
  problem: SplitProblem,
  mode: SplitMode,
  left = "still needs to be split.",
): string {
  switch (problem.kind) {
    case "left":
    case "too-much": {
      const { hundredths } = problem;
      const amount = mode === "percent" ? `${hundredths / 100}%` : formatCents(hundredths);
      return problem.kind === "left" ? `${amount} ${left}` : `${amount} too much`;
    }
    case "negative":
      return "Values can't be negative.";
    case "positive":
      return "In a refund, amounts can't be positive.";
    case "adjusted-refund":
      return "A refund can't be split by adjustments.";
    case "no-shares":
      return "Give at least one person a share.";
    case "too-large":
      return "One of these numbers is too large.";
    case "below-zero":
      return "These adjustments make someone's share negative.";
  }
}

/** Whether the values divide the amount among these people: the problem as a sentence for users, or null. */
export function divisionProblem(cents: number, people: readonly string[], split: Split): string | null {
  const users = new Set(split.values.map(({ user }) => user));
  const isOneEach = users.size === split.values.length && users.size === people.length;
  if (!isOneEach || people.some((one) => !users.has(one)))
    return "Enter one value for each person in the split.";
  const problem = splitProblem(cents, split);
  return problem && splitProblemText(problem, split.mode);
}

function remainder(left: number): SplitProblem | null {
  if (left === 0) return null;
  return left > 0 ? { kind: "left", hundredths: left } : { kind: "too-much", hundredths: -left };
}

/** The split of the expense of which a refund is the opposite, and back: only amounts have the sign of the whole. */
const mirrored = (split: Split): Split =>
  split.mode === "amounts"
    ? { ...split, values: split.values.map(({ user, value }) => ({ user, value: 0 - value })) }
    : split;

const negated = <Part extends Share>(share: Part): Part => ({ ...share, cents: 0 - share.cents });

const sumOf = (split: Split) => sumCents(split.values.map(({ value }) => value));

/**
 * Divides an amount in proportion to weights. Everyone gets the whole cents of their part; the remaining cents go one
 * by one to the largest fractions. A rotation derived from the expense's id breaks ties, so that the odd cents do not
 * always fall on the same person and the order of the list does not matter.
 * @param cents 0 to {@link MAX_CENTS}; its product with a weight is a safe integer
 */
export function divide(
  cents: number,
  weights: readonly SplitValue[],
  expenseId: string | null,
): ExpectedShare[] {
  const people = [...weights].sort((a, b) => (a.user < b.user ? -1 : 1));
  const count = people.length;
  if (count === 0) throw new RangeError("No people in the split");
  if (new Set(people.map(({ user }) => user)).size !== count)
    throw new RangeError("Duplicate person in the split");

  const whole = sumCents(people.map(({ value }) => value));
  const first = hash(expenseId ?? "") % count;
  const parts = people.map(({ user, value }, index) => {
    const product = cents * value;
    const fraction = product % whole;
    // Exact: a quotient of doubles could be rounded up to the next cent.
    return { user, cents: (product - fraction) / whole, fraction, turn: (index - first + count) % count };
  });
  const oddCents = cents - sumCents(parts.map((part) => part.cents));
  const byFraction = [...parts].sort((a, b) => b.fraction - a.fraction || a.turn - b.turn);
  const last = byFraction[oddCents - 1]?.fraction;
  // Without an id, the last odd cents are not assigned if more people than cents have the same fraction.
  const undecided = expenseId === null && byFraction[oddCents]?.fraction === last ? last : undefined;
  for (const part of byFraction.slice(0, oddCents)) if (part.fraction !== undecided) part.cents += 1;
  return parts.map(({ user, cents: share, fraction }) => ({
    user,
    cents: share,
    ...(fraction === undecided && { orMore: true }),
  }));
}

/** FNV-1a with a final mix, so that ids created in the same second, which differ in a few digits, scatter too. */
function hash(text: string): number {
  let h = fnv1a(text);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
