import { Amount } from "@/components/ui/amount";

export type RowBalanceProps = {
  /** In dollars, positive if the viewer is owed. */
  balance: number | undefined;
  /** What is said then. */
  owed?: string;
};

/** The viewer's balance in a group or an event, or with a person. Renders nothing if it is even. */
export function RowBalance({ balance, owed = "you're owed" }: RowBalanceProps) {
  if (!balance) return null;
  const owe = balance < 0;
  return (
    <span className="row-balance">
      <Amount dollars={balance} tone={owe ? "owe" : "owed"} words={owe ? "you owe" : owed} />
    </span>
  );
}
