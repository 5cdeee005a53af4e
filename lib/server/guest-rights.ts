import "server-only";
import { onlyOwnPayments } from "@/lib/core/rights";
import { includesId } from "@/lib/db/ids";
import { nameOf, type OperationName } from "@/lib/contract/operations";
import type { Operation } from "@/lib/contract/operation";
import { requireExpense, requireSettlement, type Viewer } from "@/lib/server/access";
import { AppError, notFound } from "@/lib/server/errors";

// What a guest may do with a session (docs/rules.md#guests). A guest is a member of one group, so lib/server/access.ts
// and the writes of lib/db hide everything else. This table limits what they may do in it: a call that it does not name
// is closed to guests, and answers like something that does not exist.

type Input = { params: Record<string, string>; body: unknown };

/** `true`: like any member. A function: only if it does not throw. */
type GuestRight = true | ((viewer: Viewer, input: Input) => Promise<void>);

export const GUEST_RIGHTS: Partial<Record<OperationName, GuestRight>> = {
  getGroup: true,
  listEvents: true,
  getEvent: true,
  eventStatement: true,
  listExpenses: true,
  getExpense: true,
  createExpense: async (viewer, { body }) => assertPaysAlone(viewer, [], (body as Entered).payers ?? []),
  editExpense: async (viewer, { params, body }) => {
    const { expense } = await requireExpense(viewer, params["expenseId"] ?? "");
    const before = expense.payers.map(({ user, cents }) => ({ user: user.toHexString(), cents }));
    const { amount, payers } = body as Entered;
    const [only, ...others] = before;
    const kept = only && others.length === 0 ? [{ user: only.user, cents: amount }] : before;
    assertPaysAlone(viewer, before, payers ?? kept);
  },
  deleteExpense: true,
  restoreExpense: true,
  listSettlements: true,
  settle: async (viewer, { params }) => {
    const { settlement } = await requireSettlement(viewer, params["id"] ?? "");
    if (!includesId(settlement.users, viewer._id)) {
      throw new AppError("forbidden", "Guests can only settle their own payments.");
    }
  },
  recordPayment: true,
  why: true,
  groupActivity: true,
  eventActivity: true,
  expenseActivity: true,
  revision: true,
  addComment: true,
  deleteComment: true,
};

/**
 * The check of a call by this viewer, to be made with its input. Nothing is checked for people with an account.
 * @throws AppError "not-found" if the call is closed to guests
 */
export function guestRightOf(
  viewer: Viewer | null,
  operation: Operation,
): (input: Input) => Promise<void> | undefined {
  if (!viewer?.guest) return () => undefined;
  const name = nameOf(operation);
  const right = name && GUEST_RIGHTS[name];
  if (!right) throw notFound();
  return (input) => (right === true ? undefined : right(viewer, input));
}

type Paid = { user: string; cents: number };
/** The money of an expense's body, in cents. */
type Entered = { amount: number; payers?: readonly Paid[] };

/** @throws AppError "forbidden" if what others paid would change */
function assertPaysAlone(viewer: Viewer, before: readonly Paid[], after: readonly Paid[]): void {
  if (onlyOwnPayments(viewer.id, before, after)) return;
  throw new AppError("forbidden", "Guests can only enter what they paid themselves.");
}
