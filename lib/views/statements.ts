import "server-only";
import { readInEvent, type Viewer } from "@/lib/server/access";
import { asNet, asPayment } from "@/lib/core/money/ledger";
import { balanceToCents, centsToDollars, sumByKey } from "@/lib/core/money/money";
import { paidByDay, sameShares } from "@/lib/core/statements";
import { fewPayments, netByPerson, type Payment } from "@/lib/core/money/payments";
import { movedOut, planPayments } from "@/lib/core/plans";
import { dateOnly } from "@/lib/core/text/dates";
import { MAX_PRINTED } from "@/lib/core/limits";
import { MAX_PEOPLE } from "../core/max-people";
import { MAX_ROWS } from "@/lib/core/page";
import type { EventInGroup } from "@/lib/db/events";
import {
  listAllForStatement,
  listForStatement,
  type ListedExpense,
  type StatementRows,
} from "@/lib/db/settlements/lists";
import { listSharedLinks } from "@/lib/db/links/shared";
import type { Statement, StatementExpense } from "@/lib/contract/statements";
import { collect } from "./all-rows";
import { toPayments } from "./plans";
import { namesOf, toEvent, toSettlement, toShares, toTitled } from "./serialize";
import { revocable } from "./links/shared";

/**
 * The statement of an event, for a member of its group (docs/rules.md#closed-events).
 * @throws AppError "not-found"
 */
export async function statementView(viewer: Viewer, eventId: string): Promise<Statement> {
  return toStatement(...(await readInEvent(viewer, eventId, listForStatement)));
}

/** The statement of an event that its reader may see. */
export async function statementOf(found: EventInGroup): Promise<Statement> {
  return toStatement(found, await listForStatement(found.event._id));
}

/**
 * Loads the page of an event's statement.
 * @param whole with all expenses, up to {@link MAX_PRINTED}, instead of the first ones
 * @throws AppError "not-found", also if the ids do not belong together
 */
export async function loadStatementPage(viewer: Viewer, groupId: string, eventId: string, whole = false) {
  const [found, [rows, links]] = await readInEvent(
    viewer,
    eventId,
    (id) => Promise.all([listForStatement(id), listSharedLinks(id)]),
    groupId,
  );
  const statement = toStatement(found, rows);
  const listed = (expense: ListedExpense) => toListed(expense, statement.people.length);
  const expenses = whole
    ? await collect(listAllForStatement(found.event._id, MAX_PRINTED), listed)
    : rows.first.map(listed);
  return {
    group: toTitled(found.group),
    statement,
    expenses,
    largest: rows.largest && listed(rows.largest),
    links: revocable(viewer, found.group, links, namesOf(found.people)),
    mayShare: !viewer.guest && found.group.pair === undefined,
  };
}

/** @param everyone how many people the event has */
export const toListed = (
  { date, description, cents, payers, shares }: ListedExpense,
  everyone: number,
): StatementExpense => ({
  day: dateOnly(date.toISOString()),
  description,
  amount: centsToDollars(cents),
  payers: toShares(payers),
  shares: sameShares(shares, everyone).map((one) => ({
    users: one.users,
    amount: centsToDollars(one.cents),
  })),
});

function toStatement(found: EventInGroup, rows: StatementRows): Statement {
  const { settled, first, latest, plans } = rows;
  const moved = plans.filter((plan) => plan.of === "group");
  const names = namesOf(found.people);
  const event = toEvent(found.event, names);
  const contributing = new Set(event.contributions.map(({ user }) => user._id));
  const last = latest[0]?.date;
  const paid = new Map(Object.entries(found.event.tally).map(([user, tally]) => [user, tally.paid]));
  const others = event.participants.filter(({ _id }) => !contributing.has(_id));
  const transfers = movedOut(moved.flatMap(({ debts }) => debts));
  return {
    event,
    people: [...event.contributions, ...others.map((user) => ({ user, paid: 0, share: 0 }))].map((one) => ({
      ...one,
      net: centsToDollars(balanceToCents(one.paid) - balanceToCents(one.share)),
    })),
    made: settled.map((one) => toSettlement(one, names)),
    days: first[0] && last ? { first: first[0].date.toISOString(), last: last.toISOString() } : null,
    daily: paidByDay(latest, latest.length === MAX_ROWS, paid).map((one) => ({
      day: one.day,
      paid: [...one.paid].map(([user, cents]) => ({
        user: names(user),
        amount: centsToDollars(cents),
      })),
    })),
    left: toPayments(leftOf(found, rows, transfers).map(asNet), names),
    transfers: toPayments(transfers.map(asNet), names),
    plans: plans.map((plan) => ({
      of: plan.of,
      usedBy: names(plan.createdBy),
      usedAt: plan.createdAt.toISOString(),
    })),
    offsets: transfers.length === 0 ? [] : othersOf(found, moved),
  };
}

/**
 * The fewest payments that settle the rest. With very many open payments, they are not read: by the ledger law, each
 * person's net is their difference minus what was paid and moved.
 */
function leftOf({ event }: EventInGroup, rows: StatementRows, transfers: readonly Payment[]): Payment[] {
  if (rows.open.length < MAX_PEOPLE) return planPayments(rows.open).payments;
  const net = Object.entries(event.tally).map(([user, { paid, share }]) => [user, paid - share] as const);
  const gone = [...netByPerson([...rows.settled.map(asPayment), ...transfers])];
  return fewPayments(sumByKey([...net, ...gone.map(([user, cents]) => [user, -cents] as const)])).payments;
}

/** The other events of the plans. */
function othersOf({ event }: EventInGroup, moved: StatementRows["plans"]) {
  const others = moved.flatMap(({ events }) => events).filter(({ _id }) => !_id.equals(event._id));
  const titles = new Map(others.map(({ _id, title }) => [_id.toHexString(), title]));
  return [...titles].map(([_id, title]) => ({ _id, title }));
}
