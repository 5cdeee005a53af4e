import { z } from "zod";
import { PAYMENT_METHODS } from "@/lib/core/payment-methods";
import { actorId, balance, lookupId, text } from "./fields";
import { paymentNoteRule } from "./expense-rules";

/** How a payment was made, and a note; both optional. */
const how = {
  method: z
    .enum(PAYMENT_METHODS, `Choose one of: ${PAYMENT_METHODS.join(", ")}.`)
    .nullable()
    .optional(),
  note: text(paymentNoteRule).optional(),
};

/** PUT /api/settlements/{id}/settle: true settles, false unsettles. */
export const settle = z
  .object({
    settled: z.boolean("Must be true (settle) or false (unsettle)."),
    userId: actorId,
    /** The amount that the user saw, in dollars. If it has changed since, nothing changes. */
    amount: balance.optional(),
    /** The dollars paid; default: everything. Needs `amount`, so that a repeated call pays nothing twice. */
    part: balance.optional(),
    ...how,
  })
  .refine(({ amount, part }) => part === undefined || amount !== undefined, {
    path: ["amount"],
    error: "Send the full amount with a partial payment.",
  });

/** POST /api/users/{id}/settlements: all payments open between the actor and this person, as shown. */
export const settleUp = z.object({
  userId: actorId,
  payments: z
    .array(z.object({ _id: lookupId, amount: balance }))
    .min(1, "There is nothing to settle.")
    .max(1_000),
  ...how,
});
