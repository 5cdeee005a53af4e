import "server-only";
import type { ObjectId } from "mongodb";
import type { ActivityKind } from "@/lib/core/activity";
import {
  effectOfChange,
  effectOfExpense,
  moneyBefore,
  sidesOf,
  type MoneyAt,
} from "@/lib/core/expense-effect";
import type { ActivityRow } from "@/lib/db/activities";
import { recordedMoney } from "@/lib/db/expense-money";

/**
 * What the activities of a page changed for the viewer. Payments have no effect of their own: their sentence says it,
 * and one above the debt changes its direction. Of an expense that was edited or deleted after the page, nothing is
 * known.
 * @param rows latest first, without gaps
 * @returns the effect of a row in words; "" if that is nothing, or unknown
 */
export function effectsOn(viewer: ObjectId, rows: readonly ActivityRow[]): (row: ActivityRow) => string {
  const user = viewer.toHexString();
  /** The money of each expense after the row, as far as it is known. */
  const money = new Map<string, MoneyAt | null>();
  const effects = new Map<ActivityRow, string>();
  for (const row of rows) {
    if (!row.expenseId) continue;
    const id = row.expenseId.toHexString();
    const [expense] = row.expense ?? [];
    const known = money.get(id);
    const after =
      known === undefined && expense && row.at >= expense.updatedAt
        ? recordedMoney(expense)
        : (known ?? null);
    const before = row.kind === "expense-edited" ? moneyBefore(after, row.changes) : after;
    money.set(id, before);
    if (after && before && after.amount === row.cents)
      effects.set(row, effectOf(row.kind, before, after, user));
  }
  return (row) => effects.get(row) ?? "";
}

function effectOf(kind: ActivityKind, before: MoneyAt, after: MoneyAt, user: string): string {
  const sides = sidesOf(after, user);
  if (!sides) return "";
  switch (kind) {
    case "expense-added":
    case "expense-restored":
      return effectOfExpense(sides);
    case "expense-edited":
      return effectOfChange(sidesOf(before, user), sides);
    case "expense-deleted":
      return effectOfChange(sides, { paid: 0, share: 0 });
    default:
      return "";
  }
}
