import "server-only";
import type { SessionUser } from "@/lib/core/account";
import type { Operation } from "@/lib/contract/operation";
import { nameOf, type OperationName } from "@/lib/contract/operations";
import { notFound } from "@/lib/errors";

/**
 * What a guest may do with a session (docs/rules.md#guests). A guest is a member of one group, so lib/server/access.ts
 * and the writes of lib/db hide everything else, and the writes refuse changes of others' payments. Every other
 * operation is closed to guests and returns "not-found".
 */
export const GUEST_OPERATIONS: readonly OperationName[] = [
  "getGroup",
  "listEvents",
  "getEvent",
  "eventStatement",
  "minimalPayments",
  "listExpenses",
  "getExpense",
  "createExpense",
  "editExpense",
  "deleteExpense",
  "restoreExpense",
  "listSettlements",
  "settle",
  "recordPayment",
  "why",
  "groupActivity",
  "eventActivity",
  "expenseActivity",
  "revision",
  "addComment",
  "deleteComment",
  // They can become another guest.
  "joinByLink",
];

/** @throws AppError "not-found" if the viewer is a guest and the operation is closed to guests */
export function assertOpenTo(viewer: Pick<SessionUser, "guest"> | null, operation: Operation): void {
  if (!viewer?.guest) return;
  const name = nameOf(operation);
  if (!name || !GUEST_OPERATIONS.includes(name)) throw notFound();
}
