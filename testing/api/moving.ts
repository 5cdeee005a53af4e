import type { Expense } from "@/lib/contract/expenses";
import type { Viewer } from "@/lib/server/access";
import { aGroup, anEvent, aTrio } from "@/testing/people";
import { done } from "./call";

/** Two events, Lisbon and Porto, of a group; and another group, without Cleo, with March. */
export async function twoGroups() {
  const { people, groupId: group, eventId } = await aTrio(["Ana", "Ben", "Cleo"], "Trips", "Lisbon");
  const [ana, ben, cleo] = people;
  const flat = await aGroup("Flat", [ana, ben]);
  return {
    ana,
    ben,
    cleo,
    group,
    flat,
    lisbon: String(eventId),
    porto: String(await anEvent(group, "Porto", people)),
    march: String(await anEvent(flat, "March", [ana, ben])),
  };
}

export const taxi = (people: readonly Viewer[]) => ({
  description: "Taxi",
  amount: 20,
  date: "2026-03-14",
  splitWith: people.map(({ id }) => id),
});

export const addTaxi = (as: Viewer, eventId: string, people: readonly Viewer[]) =>
  done<Expense>("createExpense", as, { body: { eventId, ...taxi(people) } });

/** The request that moves an expense to an event. */
export const moving = (expenseId: string, eventId: string, rev?: number) => ({
  params: { expenseId },
  body: { eventId, ...(rev !== undefined && { rev }) },
});
