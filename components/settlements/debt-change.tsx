import { formatDollars } from "@/lib/core/money/money";
import type { Person } from "@/lib/contract/people";
import { useCurrentUser } from "@/components/session/current-user";

export type DebtChangeProps = {
  /** In dollars; positive: it raises the debt. */
  amount: number;
  debtor: Pick<Person, "_id">;
};

/** By how much a line of "Why" changes what the debtor owes. */
export function DebtChange({ amount, debtor }: DebtChangeProps) {
  const adds = amount > 0;
  const who = useCurrentUser().id === debtor._id ? "you" : "they";
  return (
    <span className="flex flex-col items-end">
      <span translate="no" className="amount">
        {adds ? "+" : ""}
        {formatDollars(amount)}
      </span>{" "}
      <span className="text-sm text-muted">{`${adds ? "raises" : "lowers"} what ${who} owe`}</span>
    </span>
  );
}
