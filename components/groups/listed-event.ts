import type { Event } from "@/lib/contract/events";

/** The fields of an event that a row shows. */
export type ListedEvent = Pick<Event, "_id" | "title" | "date" | "closedAt" | "expenseCount" | "total"> & {
  createdBy: Pick<Event["createdBy"], "_id">;
};

/** Drops the fields that a row does not show. */
export function toListedEvent(event: Event): ListedEvent {
  const { _id, title, date, closedAt, expenseCount, total, createdBy } = event;
  return { _id, title, date, closedAt, expenseCount, total, createdBy: { _id: createdBy._id } };
}
