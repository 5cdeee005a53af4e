import { MAX_PAYMENT_NOTE } from "@/lib/core/limits";
import { parsePayment } from "@/lib/core/money/amounts";
import { typedAmount } from "./expenses";
import { multiLine } from "./rule";

/** What somebody pays: more than 0. */
export const paymentAmountRule = typedAmount("Please enter an amount.", parsePayment);

/** The note on a payment. */
export const paymentNoteRule = multiLine(MAX_PAYMENT_NOTE);
