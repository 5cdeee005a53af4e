import "server-only";
import { readAlong, requireEvent, type Viewer } from "@/lib/server/access";
import { balanceToCents, centsToDollars } from "@/lib/core/money/money";
import { asNet, planPayments } from "@/lib/core/money/plan";
import type { EventInGroup } from "@/lib/db/events";
import { requireId } from "@/lib/db/ids";
import { listForStatement, type StatementRows } from "@/lib/db/settlements";
import { listSharedLinks } from "@/lib/db/shared-links";
import type { Statement } from "@/lib/contract/events";
import type { SharedLink } from "@/lib/contract/links";
import { toPayments } from "./explained-plan";
import { namesOf, toEvent, toSettlement } from "./serialize";
import { revocable } from "./shared-links";

/**
 * What an event comes to for everyone, for a member of its group (docs/rules.md#closed-events).
 * @throws AppError "not-found"
 */
export async function statementView(viewer: Viewer, eventId: string): Promise<Statement> {
  return toStatement(
    ...(await readAlong(requireEvent(viewer, eventId), () => listForStatement(requireId(eventId)))),
  );
}

/** What an event comes to, for whoever may see it. */
export async function statementOf(found: EventInGroup): Promise<Statement> {
  return toStatement(found, await listForStatement(found.event._id));
}

export type StatementPage = {
  group: { _id: string; title: string };
  statement: Statement;
  /** Those that the viewer may revoke. */
  links: SharedLink[];
  /** Whether the viewer may share the statement. */
  mayShare: boolean;
};

/** Loads the page of an event's statement. @throws AppError "not-found", also if the ids do not belong together */
export async function loadStatementPage(
  viewer: Viewer,
  groupId: string,
  eventId: string,
): Promise<StatementPage> {
  const [found, [rows, links]] = await readAlong(requireEvent(viewer, eventId, groupId), () =>
    Promise.all([
      listForStatement(requireId(eventId)),
      listSharedLinks(requireId(eventId), requireId(groupId)),
    ]),
  );
  const { _id, title, pair } = found.group;
  return {
    group: { _id: _id.toHexString(), title },
    statement: toStatement(found, rows),
    links: revocable(viewer, found.group, links, namesOf(found.people)),
    mayShare: !viewer.guest && pair === undefined,
  };
}

function toStatement(found: EventInGroup, { payments, days }: StatementRows): Statement {
  const names = namesOf(found.people);
  const event = toEvent(found.event, names);
  const { payments: left } = planPayments(payments.filter((one) => !one.settled));
  const contributing = new Set(event.contributions.map(({ user }) => user._id));
  const others = event.participants.filter(({ _id }) => !contributing.has(_id));
  return {
    event,
    people: [...event.contributions, ...others.map((user) => ({ user, paid: 0, share: 0 }))].map((one) => ({
      ...one,
      net: centsToDollars(balanceToCents(one.paid) - balanceToCents(one.share)),
    })),
    made: payments
      .filter((one) => one.settled)
      .sort((a, b) => Number(a.settledAt) - Number(b.settledAt))
      .flatMap((one) => toSettlement(one, names) ?? []),
    days: days && { first: days.first.toISOString(), last: days.last.toISOString() },
    left: toPayments(left.map(asNet), names),
  };
}
