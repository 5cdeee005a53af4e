import { z } from "zod";
import { MAX_ROWS } from "@/lib/core/page";
import { actorId, lookupId } from "./fields";

// Query strings of the GET calls.

/** ?userId= names the actor; the session decides. */
export const actorQuery = z.object({ userId: actorId });

const LIMIT = `limit must be a whole number from 1 to ${MAX_ROWS}.`;

/** Lists that can grow: `limit` rows after `cursor`. Without them, the first {@link MAX_ROWS} (design section 5). */
const page = {
  ...actorQuery.shape,
  limit: z.coerce.number(LIMIT).int().min(1).max(MAX_ROWS).optional(),
  cursor: z.string().max(200).optional(),
};

/** `until` is the `at` of the latest activity that was shown; default: now. */
export const seenQuery = z.object({
  ...actorQuery.shape,
  until: z.iso
    .datetime()
    .transform((at) => new Date(at))
    .optional(),
});

/** The query of a list that is identified by its path. */
export const pageQuery = z.object(page);

export const groupQuery = z.object({ groupId: lookupId, ...page });
export const eventQuery = z.object({ eventId: lookupId, ...page });
