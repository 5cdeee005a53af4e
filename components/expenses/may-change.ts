import { mayChangeExpense, mayDeleteExpense } from "@/lib/core/rights";

type Recorded = {
  /** Missing if it is the one who paid. */
  recordedBy?: { _id: string } | undefined;
  paidBy: { _id: string };
  /** Missing if one person paid. */
  payers?: readonly { user: { _id: string } }[] | undefined;
};

const stored = ({ paidBy, recordedBy = paidBy, payers = [{ user: paidBy }] }: Recorded) => ({
  createdBy: recordedBy._id,
  payers: payers.map(({ user }) => ({ user: user._id })),
});

/** Whether the viewer may edit an expense: its payers and its recorder may. */
export const mayChange = (viewerId: string, expense: Recorded): boolean =>
  mayChangeExpense(viewerId, stored(expense));

/** Whether the viewer may delete an expense, which removes what everybody paid. */
export const mayDelete = (viewerId: string, expense: Recorded): boolean =>
  mayDeleteExpense(viewerId, stored(expense));
