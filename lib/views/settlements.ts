import "server-only";
import type { ObjectId } from "mongodb";
import { readIfAllowed, readInEvent, requireSettlement, type Viewer } from "@/lib/server/access";
import { payerFirst } from "@/lib/core/money/ledger";
import { explainPlan } from "./plans";
import { balanceToCents, centsToDollars } from "@/lib/core/money/money";
import type { EventInGroup } from "@/lib/db/events";
import type { PersonDoc } from "@/lib/db/people";
import { listReasons, type WhyRow } from "@/lib/db/settlements/why";
import { AppError } from "@/lib/errors";
import type { Settlement, WhyLine, WhyStory } from "@/lib/contract/settlements";
import { toSettlement, type Names } from "./serialize";
import { idsOfSettlement, loadNames, withinGroup, withNames } from "./with-names";
import type { PageRequest } from "@/lib/core/page";
import { listSettlements, listUnsettled } from "@/lib/db/settlements/lists";

/**
 * Explains a debt in an event to a member of its group: all expenses, plans, and payments between the two people, which
 * sum to the amount.
 * @param settlementId an unsettled payment
 * @throws AppError "not-found"; "already-settled", because a settled payment is itself one of the reasons
 */
export async function whyView(viewer: Viewer, settlementId: string, page: PageRequest) {
  const { settlement: known } = viewer;
  const [{ settlement: debt, people }, found] = await readIfAllowed(
    requireSettlement(viewer, settlementId),
    async () => known && listReasons(known, page),
  );
  // Read again if the debt has other people now, because one of them has claimed a guest.
  const open = await explain(found?.debt ? found : await listReasons(debt, page), people);
  if (!open) throw new AppError("already-settled");
  const { settlement, lines, nextCursor } = open;
  const { amount, from, to } = settlement;
  return { rows: { amount, from, to, lines }, nextCursor };
}

/** How many lines the server renders; the rest is loaded on demand. */
const FIRST_LINES = 30;

type Explained = { settlement: Settlement; lines: WhyLine[]; story: WhyStory; nextCursor: string | null };

export type WhyPage = {
  event: { _id: string; groupId: string; title: string; closed: boolean };
  /** null: it has been settled. */
  open: Explained | null;
};

/** Loads the page that explains a debt. @throws AppError "not-found", also if the ids do not belong together */
export async function loadWhyPage(viewer: Viewer, groupId: string, eventId: string, settlementId: string) {
  const { settlement, ...found } = await requireSettlement(viewer, settlementId, { groupId, eventId });
  return pageOf(found, settlement);
}

/** The page that explains what is open between two people in an event, for whoever may see it. */
export const whyOfPair = (found: EventInGroup, { pair }: { pair: string }): Promise<WhyPage> =>
  pageOf(found, { eventId: found.event._id, pair });

async function pageOf({ event, people }: EventInGroup, debt: Debt): Promise<WhyPage> {
  const { _id, groupId, title, closedAt } = event;
  return {
    event: {
      _id: _id.toHexString(),
      groupId: groupId.toHexString(),
      title,
      closed: closedAt !== undefined,
    },
    open: await explain(await listReasons(debt, { limit: FIRST_LINES }), people),
  };
}

type Debt = Parameters<typeof listReasons>[0];

async function explain(
  { debt, rows, nextCursor }: Awaited<ReturnType<typeof listReasons>>,
  people: readonly PersonDoc[],
): Promise<Explained | null> {
  if (!debt) return null;
  const payers = rows.flatMap((row) => [payerOf(row), ...otherPayerOf(row)]);
  const names = await loadNames(payers, people);
  const settlement = toSettlement(debt, names);
  const sign = debt.net > 0 ? 1 : -1;
  const [payer] = payerFirst(debt.net, debt.users);
  const lines: WhyLine[] = [];
  for (const row of rows) {
    const line = toWhyLine(row, sign, names);
    lines.push(row.kind === "plan" ? { ...line, plan: await explainPlan(row.plan, payer, names) } : line);
  }
  return { settlement, lines, story: storyOf(settlement.amount, lines), nextCursor };
}

/** The debt after each of these lines, its newest ones. @param amount dollars owed now */
function storyOf(amount: number, lines: readonly WhyLine[]): WhyStory {
  let cents = balanceToCents(amount);
  const steps = lines.map(({ _id, description, amount: by }) => {
    const after = centsToDollars(cents);
    cents -= balanceToCents(by);
    return { _id, description, amount: by, after };
  });
  return { before: centsToDollars(cents), steps: steps.reverse() };
}

/** Who paid most of the expense, used the plan, or made the payment. */
function payerOf(row: WhyRow): ObjectId {
  if (row.kind === "expense") return row.expense.paidBy;
  if (row.kind === "plan") return row.plan[0]!.createdBy;
  return payerFirst(row.payment.net, row.payment.users)[0];
}

/** The other person, if two paid. */
function otherPayerOf(row: WhyRow): ObjectId[] {
  if (row.kind !== "expense" || row.expense.payers.length !== 2) return [];
  return row.expense.payers.map(({ user }) => user).filter((user) => !user.equals(row.expense.paidBy));
}

/** @param sign 1 if lo is the debtor, so that a line is positive in the debt's direction */
export function toWhyLine(row: WhyRow, sign: 1 | -1, names: Names): WhyLine {
  const line = {
    kind: row.kind,
    _id: row._id.toHexString(),
    date: row.at.toISOString(),
    paidBy: names(payerOf(row)),
    amount: centsToDollars(sign * row.net),
  };
  switch (row.kind) {
    case "expense":
      return {
        ...line,
        description: row.expense.description,
        otherPayers: row.expense.payers.length - 1,
        ...otherPayerOf(row).map((user) => ({ otherPayer: names(user) }))[0],
        total: centsToDollars(row.expense.cents),
      };
    case "plan":
    case "payment": {
      const description = row.kind === "plan" ? "Simplified payments" : "Payment";
      return { ...line, description, otherPayers: 0, total: centsToDollars(Math.abs(row.net)) };
    }
  }
}

/** The payments of an event, open ones first. @throws AppError "not-found" */
export async function settlementsView(
  viewer: Viewer,
  eventId: string,
  page: PageRequest & { settled?: boolean | undefined },
) {
  const [{ people }, found] = await readInEvent(viewer, eventId, (id) =>
    listSettlements(id, page, page.settled),
  );
  return withNames(found, people, idsOfSettlement, toSettlement);
}

/**
 * Loads the page that records a payment. `owed`: what the viewer owes others in the event, by id, in dollars; negative:
 * is owed.
 * @throws AppError "not-found"
 */
export async function loadRecordPaymentPage(viewer: Viewer, groupId: string, eventId: string) {
  const [found, mine] = await readInEvent(viewer, eventId, (id) => listUnsettled(id, viewer._id), groupId);
  const owed = mine.map(({ users: [lo, hi], net }) =>
    lo.equals(viewer._id)
      ? [hi.toHexString(), centsToDollars(net)]
      : [lo.toHexString(), centsToDollars(-net)],
  );
  return { ...withinGroup(found), owed: Object.fromEntries(owed) as Record<string, number> };
}
