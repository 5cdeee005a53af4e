import { z } from "zod";
import { PAYMENT_METHODS } from "@/lib/core/payment-methods";
import { actorId, balance, lookupId, net, text } from "./fields";
import { paymentNoteRule } from "./expense-rules";

/** How a payment was made, and a note; both optional. */
const how = {
  method: z
    .enum(PAYMENT_METHODS, `Choose one of: ${PAYMENT_METHODS.join(", ")}.`)
    .nullable()
    .optional(),
  note: text(paymentNoteRule).optional(),
};

/** Who pays whom, as the user saw it. If it has changed since, nothing is settled or unsettled. */
const shown = {
  /** In dollars. */
  amount: balance,
  /** The id of the payer, because editing an expense can reverse a debt without changing its amount. */
  from: lookupId.optional(),
};

/** PUT /api/settlements/{id}/settle: true settles, false unsettles. */
export const settle = z
  .object({
    settled: z.boolean("Must be true (settle) or false (unsettle)."),
    userId: actorId,
    ...shown,
    amount: shown.amount.optional(),
    /** The dollars paid; default: everything. Needs `amount`, so that a repeated call pays nothing twice. */
    part: balance.optional(),
    ...how,
  })
  .refine(({ amount, part }) => part === undefined || amount !== undefined, {
    path: ["amount"],
    error: "Send the full amount with a partial payment.",
  });

const NOTHING = "There is nothing to settle.";
const MOST = 1_000;

/** POST /api/users/{id}/settlements: all payments open between the actor and this person, as shown. */
export const settleUp = z
  .object({
    userId: actorId,
    /** The dollars of each payment, by its id; positive: the actor pays. In this form, all of them fit into a body. */
    nets: z
      .record(z.string(), net)
      .refine((nets) => Object.keys(nets).length > 0, NOTHING)
      .refine((nets) => Object.keys(nets).length <= MOST, `Send at most ${MOST} payments.`)
      .optional(),
    payments: z
      .array(z.object({ _id: lookupId, ...shown }))
      .min(1, NOTHING)
      .max(MOST)
      .optional(),
    ...how,
  })
  .refine(({ nets, payments }) => !nets !== !payments, {
    path: ["payments"],
    error: "Send the payments either as nets or as a list.",
  });
