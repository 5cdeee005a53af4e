import { z } from "zod";
import { actorId, lookupId, people, rev, text } from "./fields";
import { eventRules } from "./event-rules";

const fields = {
  title: text(eventRules.title),
  date: text(eventRules.date),
  participants: people(eventRules.participants),
};

/** POST /api/events (spec section 5) */
export const createEvent = z.object({ ...fields, createdBy: actorId, groupId: lookupId });

/** PUT /api/events/{eventId} */
export const editEvent = z.object({ ...fields, rev });
