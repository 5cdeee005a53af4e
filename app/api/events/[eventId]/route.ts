import { ObjectId } from "mongodb";
import { requireEvent, requireEventDeleter } from "@/lib/access";
import { deleteEvent, updateEvent } from "@/lib/db/events";
import { AppError, notFound } from "@/lib/errors";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { namesOf, toEvent } from "@/lib/serialize";
import { eventView } from "@/lib/views";

export const GET = handler(operations.getEvent, ({ viewer, params }) => eventView(viewer, params.eventId));

export const PUT = handler(operations.editEvent, async ({ viewer, params, body }) => {
  const { event, group, people } = await requireEvent(viewer, params.eventId);
  const participants = body.participants.map((id) => new ObjectId(id));
  const { title, date, rev } = body;
  const changed = await updateEvent(event._id, group._id, { title, date, participants }, rev);
  if (changed === "stale") throw new AppError("stale");
  if (!changed) throw notFound();
  return toEvent(changed, namesOf(people));
});

export const DELETE = handler(operations.deleteEvent, async ({ viewer, params }) => {
  const { event, group } = await requireEvent(viewer, params.eventId);
  requireEventDeleter(viewer, event, group);
  if (!(await deleteEvent(event._id, group._id))) throw notFound();
  return SUCCESS;
});
