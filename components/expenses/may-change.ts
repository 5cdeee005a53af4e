import { mayChangeExpense } from "@/lib/core/rights";

type Recorded = {
  recordedBy: { _id: string };
  paidBy: { _id: string };
  /** Missing if one person paid. */
  payers?: readonly { user: { _id: string } }[] | undefined;
};

/** Whether the viewer may edit and delete an expense: its payers and its recorder may. */
export function mayChange(viewerId: string, { recordedBy, paidBy, payers }: Recorded): boolean {
  const paying = payers ?? [{ user: paidBy }];
  return mayChangeExpense(viewerId, {
    createdBy: recordedBy._id,
    payers: paying.map(({ user }) => ({ user: user._id })),
  });
}
