import { returnedDetails } from "@/lib/core/expenses/details";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import type { Person } from "@/lib/contract/people";
import type { Settlement } from "@/lib/contract/settlements";

// Fixtures for the tests of screens.

const hex = (n: number) => n.toString(16).padStart(24, "0");

export const person = (n: number, name: string): Person => ({ _id: hex(n), name, picture: "" });

export const ana = person(1, "Ana Silva");
export const ben = person(2, "Ben Okafor");
export const cleo = person(3, "Cleo Marsh");
export const dan = person(4, "Dan Reyes");

export const group: Group = {
  _id: hex(100),
  title: "Flat",
  icon: "",
  members: [ana, ben, cleo],
  createdBy: ana,
  createdAt: "2026-01-01T00:00:00.000Z",
  rev: 0,
};

export const event: Event = {
  _id: hex(200),
  groupId: group._id,
  title: "Dinner",
  date: "2026-03-14T00:00:00.000Z",
  participants: [ana, ben, cleo],
  createdBy: ana,
  createdAt: "2026-03-01T00:00:00.000Z",
  closedAt: null,
  closedBy: null,
  total: 30,
  expenseCount: 1,
  contributions: [
    { user: ana, paid: 30, share: 10 },
    { user: ben, paid: 0, share: 10 },
    { user: cleo, paid: 0, share: 10 },
  ],
  rev: 4,
};

export const expense: Expense = {
  _id: hex(300),
  eventId: event._id,
  description: "Pizza",
  amount: 30,
  paidBy: ana,
  payers: [{ user: ana, amount: 30 }],
  recordedBy: ana,
  splitWith: [ana, ben, cleo],
  split: { mode: "equal", values: [] },
  shares: [ana, ben, cleo].map(({ _id }) => ({ user: _id, amount: 10 })),
  ...returnedDetails({}),
  date: "2026-03-14T20:00:00.000Z",
  createdAt: "2026-03-14T20:00:00.000Z",
  updatedAt: "2026-03-14T20:00:00.000Z",
  rev: 7,
};

/** `from` owes `to` so many dollars; settled or not. */
export function settlement(n: number, from: Person, to: Person, amount: number, settled = false): Settlement {
  const when = { settledAt: settled ? "2026-03-15T00:00:00.000Z" : null, settledBy: settled ? from : null };
  const how = { method: null, note: "", batchId: null };
  return { _id: hex(400 + n), eventId: event._id, from, to, amount, settled, ...when, ...how };
}
