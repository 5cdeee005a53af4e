import "server-only";
import { readInGroup, type Viewer } from "@/lib/server/access";
import { MAX_PRINTED } from "@/lib/core/limits";
import { centsToDollars, sumCents } from "@/lib/core/money/money";
import type { PageRequest } from "@/lib/core/page";
import { momentsOf, reportFigures, type ReportDays } from "@/lib/core/report";
import { listAllForReport, listForReport, type ReportExpense, type ReportRows } from "@/lib/db/groups/report";
import type { GroupDoc } from "@/lib/db/collections";
import { listEntries, type EntryRow } from "@/lib/db/settlements/entries";
import type { Report, StatementExpense } from "@/lib/contract/statements";
import { namesOf, toSettlement, toShares, toTitled, type Names } from "./serialize";
import { collect } from "./all-rows";
import { toListed } from "./statements";

/** The report of a group, with a page of its expenses and payments, earliest first. @throws AppError "not-found" */
export async function reportView(
  viewer: Viewer,
  groupId: string,
  { from, until, ...page }: ReportDays & PageRequest,
): Promise<{ rows: Report; nextCursor: string | null }> {
  const days = { from, until };
  const range = momentsOf(days);
  const [{ group, people }, [rows, entries]] = await readInGroup(viewer, groupId, (id) =>
    Promise.all([listForReport(id, range, null), listEntries({ groupId: id }, page, range)]),
  );
  const names = namesOf(people);
  const listed = entries.rows.flatMap((row) => toEntry(row, names) ?? []);
  return {
    rows: { ...toReport(group, names, days, rows), entries: listed },
    nextCursor: entries.nextCursor,
  };
}

/** How many expenses and payments the screen lists at first. */
const FIRST_ROWS = 30;

/**
 * Loads the page of a group's report.
 * @param whole with all expenses and payments, up to {@link MAX_PRINTED} of each, instead of the first ones
 * @throws AppError "not-found"
 */
export async function loadReportPage(viewer: Viewer, groupId: string, days: ReportDays, whole = false) {
  const range = momentsOf(days);
  const limit = { expenses: FIRST_ROWS, payments: whole ? MAX_PRINTED : FIRST_ROWS };
  const [{ group, people }, rows] = await readInGroup(viewer, groupId, (id) =>
    listForReport(id, range, limit),
  );
  const names = namesOf(people);
  const members = new Set(group.members.map((id) => id.toHexString()));
  const listed = (expense: ReportExpense): StatementExpense => ({
    ...toListed(expense, isOfEveryone(expense, members) ? members.size : -1),
    ...(group.pair === undefined && { event: expense.event[0]?.title ?? "" }),
  });
  const expenses = whole
    ? await collect(listAllForReport(group._id, range, MAX_PRINTED), listed)
    : rows.expenses.map(listed);
  return {
    report: toReport(group, names, days, rows),
    expenses,
    payments: rows.payments.map((one) => toSettlement(one, names)),
  };
}

/** Whether exactly the members have a share. */
const isOfEveryone = ({ shares }: ReportExpense, members: ReadonlySet<string>) => {
  const some = shares.filter(({ cents }) => cents !== 0);
  return some.length === members.size && some.every(({ user }) => members.has(user.toHexString()));
};

function toReport(
  group: GroupDoc,
  names: Names,
  days: ReportDays,
  { sums, expenseCount, paymentCount }: ReportRows,
): Omit<Report, "entries"> {
  const figures = reportFigures(days, sums);
  const none = { before: 0, paid: 0, share: 0, made: 0, received: 0, after: 0 };
  const ids = [...new Set([...group.members.map((id) => id.toHexString()), ...figures.keys()])];
  const rows = ids.map((id) => ({ user: names(id), cents: figures.get(id) ?? none }));
  return {
    group: toTitled(group),
    from: days.from ?? null,
    until: days.until ?? null,
    total: centsToDollars(sumCents(rows.map(({ cents }) => cents.paid))),
    expenseCount,
    paymentCount,
    people: rows
      .sort((a, b) => b.cents.paid - a.cents.paid || b.cents.share - a.cents.share)
      .map(({ user, cents }) => ({
        user,
        before: centsToDollars(cents.before),
        paid: centsToDollars(cents.paid),
        share: centsToDollars(cents.share),
        made: centsToDollars(cents.made),
        received: centsToDollars(cents.received),
        after: centsToDollars(cents.after),
      })),
  };
}

/** null: a plan, which moves nothing over the group. */
function toEntry(row: EntryRow, names: Names): Report["entries"][number] | null {
  if (row.kind === "plan") return null;
  const common = { _id: row._id.toHexString(), eventId: row.eventId.toHexString() };
  if (row.kind === "payment") {
    const { from, to, amount, method, note } = toSettlement(row.payment, names);
    return { ...common, kind: "payment", from, to, amount, settledAt: row.at.toISOString(), method, note };
  }
  const { description, cents, payers, shares } = row.expense;
  return {
    ...common,
    kind: "expense",
    description,
    amount: centsToDollars(cents),
    date: row.at.toISOString(),
    payers: toShares(payers),
    shares: toShares(shares),
  };
}
