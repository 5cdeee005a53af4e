import { Amount } from "@/components/ui/amount";

/**
 * The viewer's balance in a group or an event, in dollars, positive if they are owed. Renders nothing if it is even.
 */
export function RowBalance({ balance }: { balance: number | undefined }) {
  if (!balance) return null;
  const owe = balance < 0;
  return (
    <span className="row-balance">
      <Amount dollars={balance} tone={owe ? "owe" : "owed"} words={owe ? "you owe" : "you're owed"} />
    </span>
  );
}
