import "server-only";
import { readAlong, requireEvent, type Viewer } from "@/lib/server/access";
import { balanceToCents, centsToDollars } from "@/lib/core/money/money";
import { asNet, planPayments } from "@/lib/core/money/plan";
import { requireId } from "@/lib/db/ids";
import { listAllPayments } from "@/lib/db/settlements";
import type { Statement } from "@/lib/contract/events";
import { toPayments } from "./explained-plan";
import { namesOf, toEvent, toSettlement } from "./serialize";

/**
 * What an event comes to for everyone, for a member of its group (docs/rules.md#closed-events).
 * @throws AppError "not-found"
 */
export async function statementView(viewer: Viewer, eventId: string, groupId?: string): Promise<Statement> {
  const [found, payments] = await readAlong(requireEvent(viewer, eventId, groupId), () =>
    listAllPayments(requireId(eventId)),
  );
  const names = namesOf(found.people);
  const event = toEvent(found.event, names);
  const settled = payments.filter((one) => one.settled);
  const { payments: left } = planPayments(payments.filter((one) => !one.settled));
  const paid = new Set(event.contributions.map(({ user }) => user._id));
  const others = event.participants.filter(({ _id }) => !paid.has(_id));
  return {
    event,
    people: [...event.contributions, ...others.map((user) => ({ user, paid: 0, share: 0 }))].map((one) => ({
      ...one,
      net: centsToDollars(balanceToCents(one.paid) - balanceToCents(one.share)),
    })),
    made: settled
      .sort((a, b) => Number(a.settledAt) - Number(b.settledAt))
      .flatMap((one) => toSettlement(one, names) ?? []),
    left: toPayments(left.map(asNet), names),
  };
}
