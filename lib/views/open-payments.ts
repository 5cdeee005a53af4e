import "server-only";
import { requirePerson, type Viewer } from "@/lib/access";
import { listOpenBetween } from "@/lib/db/settle-up";
import type { OpenPayment } from "@/lib/schemas/answers";
import { namesOf, toSettlement } from "@/lib/serialize";

/**
 * What is open between the viewer and another person, event by event, the latest first.
 * @throws AppError "not-found" where there is no such person
 */
export async function openPaymentsView(viewer: Viewer, personId: string): Promise<OpenPayment[]> {
  const person = await requirePerson(personId);
  const rows = await listOpenBetween(viewer._id, person._id);
  const names = namesOf([person, { _id: viewer._id, name: viewer.name, image: viewer.picture }]);
  return rows.flatMap(({ event, group, ...row }) => {
    const settlement = toSettlement(row, names);
    if (!settlement) return [];
    return [
      {
        settlement,
        event: { _id: event._id.toHexString(), title: event.title, date: event.date.toISOString() },
        group: { _id: group._id.toHexString(), title: group.title, icon: group.icon },
      },
    ];
  });
}
