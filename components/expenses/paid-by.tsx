import { Day } from "@/components/ui/day";
import { Icon } from "@/components/ui/icon";
import { Bdi } from "@/components/ui/bdi";
import type { ListedExpense } from "./listed-expense";

export type PaidByProps = {
  viewerId: string;
  /** Without `date` where its day is the heading. */
  expense: Pick<ListedExpense, "amount" | "paidBy" | "payers"> & { date?: string };
  /** The short name of a payer, unique in the list. */
  nameOf: (id: string) => string;
  /** The icon class of its category. */
  icon: string | undefined;
};

/** Who paid an expense, or received a refund, and when: the secondary line of its row. */
export function PaidBy({ viewerId, expense, nameOf, icon }: PaidByProps) {
  const { amount, paidBy, payers = [], date } = expense;
  const own = paidBy._id === viewerId || payers.some(({ user }) => user._id === viewerId);
  const first = own ? viewerId : paidBy._id;
  const others = payers.filter(({ user }) => user._id !== first);
  return (
    <span className="parts">
      <span>
        {icon ? <Icon className={`category ${icon}`} /> : null}
        {amount < 0 ? "Refund: " : null}
        {own ? "You" : <Bdi>{nameOf(first)}</Bdi>}
        {others.length === 1 ? (
          <>
            {" and "}
            <Bdi>{nameOf(others[0]!.user._id)}</Bdi>
          </>
        ) : null}
        {/* One text: React would write a comment between two. */}
        {`${others.length > 1 ? ` and ${others.length} others` : ""} ${amount < 0 ? "received" : "paid"}`}
      </span>
      {date ? (
        <>
          {" "}
          <Day iso={date} short />
        </>
      ) : null}
    </span>
  );
}
