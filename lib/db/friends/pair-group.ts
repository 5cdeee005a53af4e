import "server-only";
import { ObjectId } from "mongodb";
import { parsePair } from "@/lib/core/money/ledger";
import { firstName } from "@/lib/core/people";
import { AppError } from "@/lib/errors";
import type { GroupDoc } from "../collections";

/** The title of a pair's group and event as one of the two sees it. @param nameOf the name of a person, in full */
export function pairTitle(
  viewer: ObjectId,
  { pair = "" }: Pick<GroupDoc, "pair">,
  nameOf: (id: ObjectId) => string | undefined,
): string {
  return pairTitleOf(nameOf(otherOfPair(viewer, pair)));
}

/** @param name of the other person, in full */
export const pairTitleOf = (name: string | undefined): string => `You and ${firstName(name)}`;

/** The two people of a pair, in its order. */
export function peopleOfPair(pair: string): [lo: ObjectId, hi: ObjectId] {
  const [lo, hi] = parsePair(pair);
  return [new ObjectId(lo), new ObjectId(hi)];
}

/** The other one of the two. */
export const otherOfPair = (person: ObjectId, pair: string): ObjectId =>
  peopleOfPair(pair).find((one) => !one.equals(person))!;

/**
 * Only expenses and payments of a one-to-one group can change: it has the same two members and one event forever
 * (docs/rules.md#one-to-one).
 * @throws AppError "forbidden" if the group is of a pair
 */
export function assertShared({ pair }: GroupDoc): void {
  if (pair !== undefined)
    throw new AppError("forbidden", "One-to-one, only expenses and payments can change.");
}
