import { formatDollars } from "@/lib/core/money/money";
import type { Person } from "@/lib/contract/people";
import { firstName } from "@/lib/core/people";
import { Bdi } from "@/components/ui/bdi";
import { useCurrentUser } from "@/components/session/current-user";

export type DebtChangeProps = {
  /** In dollars; positive: it raises the debt. */
  amount: number;
  debtor: Pick<Person, "_id" | "name">;
};

/** By how much a line of "Why" changes what the debtor owes. */
export function DebtChange({ amount, debtor }: DebtChangeProps) {
  const adds = amount > 0;
  const me = useCurrentUser().id === debtor._id;
  return (
    <span className="flex flex-col items-end">
      <span translate="no" className="amount">
        {adds ? "+" : ""}
        {formatDollars(amount)}
      </span>{" "}
      <span className="max-w-[min(42vw,9.5rem)] text-right text-sm text-muted">
        {me ? (
          "you owe"
        ) : (
          <>
            <Bdi className="inline-block max-w-full truncate align-bottom">{firstName(debtor.name)}</Bdi> owes
          </>
        )}
        {adds ? " more" : " less"}
      </span>
    </span>
  );
}
