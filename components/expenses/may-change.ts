import { mayChangeExpense } from "@/lib/core/rights";

type Recorded = {
  recordedBy: { _id: string };
  paidBy: { _id: string };
  /** Left out where one person paid. */
  payers?: readonly { user: { _id: string } }[] | undefined;
};

/** Whether somebody may edit and delete an expense: its payers and the person who recorded it. */
export function mayChange(viewerId: string, { recordedBy, paidBy, payers }: Recorded): boolean {
  const paying = payers ?? [{ user: paidBy }];
  return mayChangeExpense(viewerId, {
    createdBy: recordedBy._id,
    payers: paying.map(({ user }) => ({ user: user._id })),
  });
}
