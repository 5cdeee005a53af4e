import { balanceToCents, centsToDollars, formatDollars } from "@/lib/core/money/money";
import { partOf } from "@/lib/core/expenses/part";
import type { Expense } from "@/lib/contract/expenses";
import { Sentence } from "@/components/ui/sentence";

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

/** The viewer's part of an expense, below its total. */
export function MyPart({ part }: { part: number }) {
  if (part > 0)
    return (
      <small className="row-part text-owed">
        <Sentence>{`you lent ${formatDollars(part)}`}</Sentence>
      </small>
    );
  return (
    <small className="row-part">
      <Sentence>{part < 0 ? `your share ${formatDollars(-part)}` : "not involved"}</Sentence>
    </small>
  );
}
