import "server-only";
import type { ObjectId } from "mongodb";
import { centsToDollars, sumCents } from "@/lib/core/money/money";
import { mapPage } from "@/lib/core/page";
import { dateOnly } from "@/lib/core/text/dates";
import type { LeftExpense, LeftPayment } from "@/lib/contract/account";
import { listOwnPayments, listSharedExpenses } from "@/lib/db/account/my-data";
import { allRows } from "../all-rows";
import { toSettlement } from "../serialize";
import { eventTitles, nameCache } from "../with-names";

// What people keep of groups that they left: the current state of their own expenses and payments, nothing else.

/** The expenses that the user paid or shared. @param groups the groups that the user left */
export async function* leftExpenses(
  user: ObjectId,
  groups: readonly ObjectId[],
): AsyncGenerator<LeftExpense> {
  const own = (parts: readonly { user: ObjectId; cents: number }[]) =>
    centsToDollars(sumCents(parts.filter((part) => part.user.equals(user)).map(({ cents }) => cents)));
  for (const group of groups) {
    yield* allRows(async (page) => {
      const found = await listSharedExpenses(user, group, page);
      const titleOf = await eventTitles(found.rows);
      return mapPage(found, (row) => ({
        _id: row._id.toHexString(),
        date: dateOnly(row.date.toISOString()),
        event: titleOf(row),
        description: row.description,
        amount: centsToDollars(row.cents),
        paid: own(row.payers),
        share: own(row.shares),
      }));
    });
  }
}

/** The payments from or to the user. @param groups the groups that the user left */
export async function* leftPayments(
  user: ObjectId,
  groups: readonly ObjectId[],
): AsyncGenerator<LeftPayment> {
  const namesOf = nameCache();
  for (const group of groups) {
    yield* allRows(async (page) => {
      const found = await listOwnPayments(user, group, page);
      const titleOf = await eventTitles(found.rows);
      const names = await namesOf(found.rows.flatMap(({ users }) => users));
      return mapPage(found, (row) => {
        const { _id, from, to, amount, settledAt, method, note } = toSettlement(row, names);
        return { _id, event: titleOf(row), from: from.name, to: to.name, amount, settledAt, method, note };
      });
    });
  }
}
