import { z } from "zod";
import { actorId, day, line, people, reference, rev } from "./fields";

const required = "All fields are required.";
const fields = {
  title: line(required, 100),
  date: day(required),
  participants: people(required),
};

/** POST /api/events (spec section 5) */
export const createEvent = z.object({ ...fields, createdBy: actorId, groupId: reference });

/** PUT /api/events/{eventId} */
export const editEvent = z.object({ ...fields, rev });
