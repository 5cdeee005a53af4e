import type { Event } from "@/lib/contract/events";

/** The fields of an event that a row shows. */
export type ListedEvent = Pick<Event, "_id" | "title" | "date" | "expenseCount" | "total"> & {
  createdBy: Pick<Event["createdBy"], "_id">;
};

/** Drops the fields that a row does not show. */
export function toListedEvent({ _id, title, date, expenseCount, total, createdBy }: Event): ListedEvent {
  return { _id, title, date, expenseCount, total, createdBy: { _id: createdBy._id } };
}
