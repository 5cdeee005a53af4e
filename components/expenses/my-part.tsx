import { balanceToCents, centsToDollars, formatDollars } from "@/lib/core/money/money";
import { partInWords, partOf } from "@/lib/core/expenses/part";
import type { Expense } from "@/lib/contract/expenses";
import { Sentence } from "@/components/ui/bdi";

type Parts = {
  payers?: readonly { user: { _id: string }; amount?: number }[];
  shares?: Expense["shares"];
};

/** What an expense is to the viewer, in dollars; see {@link partOf}. */
export function partIn({ payers = [], shares = [] }: Parts, viewerId: string): number {
  const paid = payers.find(({ user }) => user._id === viewerId)?.amount ?? 0;
  const share = shares.find(({ user }) => user === viewerId)?.amount ?? 0;
  return centsToDollars(partOf(balanceToCents(paid), balanceToCents(share)));
}

/** The viewer's part of an expense, below its total. @param props.amount of the expense; negative: a refund */
export function MyPart({ part, amount }: { part: number; amount: number }) {
  const words =
    part === 0 ? "not involved" : `${partInWords(part, amount < 0)} ${formatDollars(Math.abs(part))}`;
  return (
    <small className={part > 0 && amount > 0 ? "row-part text-owed" : "row-part"}>
      <Sentence>{words}</Sentence>
    </small>
  );
}
