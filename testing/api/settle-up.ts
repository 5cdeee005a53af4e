import type { OpenPayment } from "@/lib/contract/settlements";
import type { Viewer } from "@/lib/server/access";
import { aGroup, anEvent, aTrio } from "@/testing/people";
import { call } from "./call";
import { addExpense } from "./expenses";

/** Ben owes Ana $20 for the first event, Ana owes Ben $5 for the second; Cleo owes Ana $20. */
export async function debtsInTwoGroups() {
  const { people, groupId, eventId } = await aTrio(["Ana", "Ben", "Cleo"], "Flat", "March");
  const [ana, ben, cleo] = people;
  const trip = await aGroup("Trip", [ben, ana]);
  const groups: [string, string] = [String(groupId), String(trip)];
  const events: [string, string] = [String(eventId), String(await anEvent(trip, "Lisbon", [ben, ana]))];
  await addExpense(ana, events[0], "Things", 60, people);
  await addExpense(ben, events[1], "Things", 10, [ana, ben]);
  return { ana, ben, cleo, groups, events };
}

/** What is open between two people. */
export const openBetween = async (as: Viewer, other: Viewer) =>
  (await call("openPayments", { as, params: { id: other.id } })).body as OpenPayment[];

/** What settling these payments sends. */
export const shownOf = (payments: OpenPayment[]) =>
  payments.map(({ settlement: { _id, amount, from } }) => ({ _id, amount, from: from._id }));

export const settleUp = (
  as: Viewer,
  other: Viewer,
  payments: { _id: string; amount: number }[],
  more: object = {},
) => call("settleUp", { as, params: { id: other.id }, body: { payments, ...more } });
