import "server-only";
import type { ObjectId } from "mongodb";
import { readInEvent, readInGroup, type Viewer } from "@/lib/server/access";
import { centsToDollars } from "@/lib/core/money/money";
import { minimalPayments, netByPerson } from "@/lib/core/money/payments";
import { asNet, asPayment, debtOf, parsePair, netsByPair, type PairNet } from "@/lib/core/money/ledger";
import { planPayments } from "@/lib/core/plans";
import { listEventTitles } from "@/lib/db/events";
import { uniqueIds } from "@/lib/db/ids";
import type { SettlementDoc, TransferDoc } from "@/lib/db/collections";
import type { PageRequest } from "@/lib/core/page";
import { listReplaceable, listTransfers, type AppliedPlan } from "@/lib/db/plans";
import { listOpenNets } from "@/lib/db/settlements/lists";
import type { MinimalResponse, PlanResponse, PlanPart } from "@/lib/contract/plans";
import { namesOf, toSettlement, toTitled, type Names } from "./serialize";
import { idsOfSettlement, idsOfTransfer, loadNames, withNames } from "./with-names";
import { listExpensesOfPairs } from "@/lib/db/settlements/why";
import type { BehindLine, PlannedPayment, WhyLine } from "@/lib/contract/settlements";

/** The plan of an event, for a member of its group. @throws AppError "not-found", "conflict" */
export async function eventPlanView(viewer: Viewer, eventId: string): Promise<PlanResponse> {
  const [{ people }, open] = await readInEvent(viewer, eventId, (id) => listReplaceable({ of: "event", id }));
  return toPlan(open, namesOf(people));
}

/** The preview of an event's minimal transactions, for a member of its group. @throws AppError "not-found" */
export async function minimalView(viewer: Viewer, eventId: string): Promise<MinimalResponse> {
  const [{ people }, open] = await readInEvent(viewer, eventId, listOpenNets);
  const names = namesOf(people);
  const actual = open.map(debtOf);
  const plan = minimalPayments(actual);
  const nets = netByPerson(actual);
  return {
    payments: toPayments(plan.payments.map(asNet), names),
    evenOut: plan.evenOut && toPayments(plan.evenOut.map(asNet), names),
    replaces: open.length,
    optimal: plan.optimal,
    nets: [...new Set(actual.flatMap(({ from, to }) => [from, to]))].map((id) => ({
      person: names(id),
      amount: centsToDollars(nets.get(id) ?? 0),
    })),
  };
}

/** The plan of a group over all its events, for a member. @throws AppError "not-found", "conflict" */
export async function groupPlanView(viewer: Viewer, groupId: string): Promise<PlanResponse> {
  const [{ people }, open] = await readInGroup(viewer, groupId, (id) => listReplaceable({ of: "group", id }));
  return toPlan(open, namesOf(people));
}

/**
 * Loads the page of a group's plan, with each person's part by event: those who pay first, the largest part first.
 * @throws AppError "not-found", "conflict"
 */
export async function loadGroupPlanPage(viewer: Viewer, groupId: string) {
  const [{ group, people }, open] = await readInGroup(viewer, groupId, (id) =>
    listReplaceable({ of: "group", id }),
  );
  const titles = await listEventTitles(uniqueIds(open.map(({ eventId }) => eventId)));
  const names = namesOf(people);
  const total = netByPerson(open.map(asPayment));
  const nets = titles.map(({ _id, title }) => ({
    _id: _id.toHexString(),
    title,
    nets: netByPerson(open.filter(({ eventId }) => eventId.equals(_id)).map(asPayment)),
  }));
  const parts = [...new Set(nets.flatMap((event) => [...event.nets.keys()]))].map((id) => ({
    person: names(id),
    total: centsToDollars(total.get(id) ?? 0),
    events: nets.flatMap(({ nets: inEvent, ...event }) => {
      const cents = inEvent.get(id);
      return cents ? [{ ...event, amount: centsToDollars(cents) }] : [];
    }),
  }));
  return {
    group: toTitled(group),
    plan: toPlan(open, names),
    closed: titles.filter(({ closedAt }) => closedAt).map(toTitled),
    people: parts.sort((a, b) => a.total - b.total || (a.person._id < b.person._id ? -1 : 1)),
  };
}

function toPlan(open: readonly SettlementDoc[], names: Names): PlanResponse {
  const { payments, optimal } = planPayments(open);
  return { payments: toPayments(payments.map(asNet), names), replaces: open.length, optimal };
}

/** A plan that was used, with its payments. */
export async function appliedPlanResponse({ _id, settlements }: AppliedPlan) {
  const names = await loadNames(settlements.flatMap(idsOfSettlement));
  return {
    _id: _id.toHexString(),
    settlements: settlements.map((one) => toSettlement(one, names)),
  };
}

/** What a plan changed in one event. */
export const toPlanPart = (part: TransferDoc, names: Names): PlanPart => ({
  _id: part._id.toHexString(),
  eventId: part.eventId.toHexString(),
  planId: part.planId.toHexString(),
  of: part.of,
  usedBy: names(part.createdBy),
  usedAt: part.createdAt.toISOString(),
  replaced: toPayments(part.replaced, names),
  transfers: toPayments(part.debts, names),
});

/** What plans changed in an event, latest first, for a member of its group. @throws AppError "not-found" */
export async function planPartsView(viewer: Viewer, eventId: string, page: PageRequest) {
  const [{ people }, found] = await readInEvent(viewer, eventId, (id) => listTransfers(id, page));
  return withNames(found, people, idsOfTransfer, toPlanPart);
}

/** How many expenses behind the replaced payments are listed. */
const BEHIND = 50;

/**
 * What a plan changed for one person: their payments before and after it, over all its events, and the expenses behind
 * the former. At most one command.
 * @param parts all parts of the plan
 */
export async function explainPlan(
  parts: readonly TransferDoc[],
  debtor: ObjectId,
  names: Names,
): Promise<NonNullable<WhyLine["plan"]>> {
  const person = debtor.toHexString();
  const own = ({ pair }: PairNet) => parsePair(pair).includes(person);
  const before = parts.flatMap(({ replaced }) => replaced).filter(own);
  const moved = parts.flatMap(({ debts }) => debts).filter(own);
  const pairs = [...new Set(before.map(({ pair }) => pair))];
  const eventIds = parts.filter(({ replaced }) => replaced.some(own)).map(({ eventId }) => eventId);
  const expenses = await listExpensesOfPairs(eventIds, pairs, BEHIND);
  const behind = expenses.flatMap(({ _id, eventId, description, date, debts }): BehindLine[] =>
    debts
      .filter(({ pair }) => pairs.includes(pair))
      .map(({ pair, net }) => {
        const [lo, hi] = parsePair(pair);
        return {
          _id: _id.toHexString(),
          eventId: eventId.toHexString(),
          description,
          date: date.toISOString(),
          person: names(lo === person ? hi : lo),
          amount: centsToDollars(lo === person ? net : -net),
        };
      }),
  );
  const { planId, of, eventId, groupId } = parts[0]!;
  const scope = { of, id: (of === "event" ? eventId : groupId).toHexString() };
  return {
    _id: planId.toHexString(),
    scope,
    replaced: toPayments(before, names),
    payments: toPayments([...before, ...moved], names),
    behind,
  };
}

/** The payments that are open between people. @param nets of pairs, perhaps in several events */
export function toPayments(nets: readonly PairNet[], names: Names): PlannedPayment[] {
  return [...netsByPair(nets)].map(([pair, net]) => {
    const { from, to, cents } = debtOf({ pair, net });
    return {
      from: names(from),
      to: names(to),
      amount: centsToDollars(cents),
    };
  });
}
