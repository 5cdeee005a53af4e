import { z } from "zod";
import { actorId, balance } from "./fields";

/** PUT /api/settlements/{id}/settle: true settles, false unsettles. */
export const settle = z.object({
  settled: z.boolean("Say whether to settle (true) or unsettle (false)."),
  userId: actorId,
  /** The amount the person saw, in dollars: where it has changed since, nothing is settled. */
  amount: balance.optional(),
});
