import { pluralize } from "@/lib/core/text/pluralize";
import { Day } from "@/components/ui/day";
import { Icon } from "@/components/ui/icon";
import type { ListedExpense } from "./listed-expense";

export type PaidByProps = {
  viewerId: string;
  expense: Pick<ListedExpense, "paidBy" | "payers" | "date">;
  /** The payer's short name, unique in the list. */
  payerName: string;
  /** The icon class of its category. */
  icon: string | undefined;
};

/** Who paid an expense, and when: the secondary line of its row. */
export function PaidBy({ viewerId, expense, payerName, icon }: PaidByProps) {
  const { paidBy, payers = [], date } = expense;
  const others = payers.length - 1;
  const own = paidBy._id === viewerId || payers.some(({ user }) => user._id === viewerId);
  return (
    <span className="parts">
      <span>
        {icon ? <Icon className={`${icon} category`} /> : null}
        {own ? "You" : <bdi>{payerName}</bdi>}
        {others > 0 ? ` and ${pluralize(others, "other")}` : ""} paid
      </span>{" "}
      <Day iso={date} />
    </span>
  );
}
