import { pluralize } from "@/lib/core/text/pluralize";

/** What a group's plan offers: `Settle the group with 4 payments`. */
export const settleGroup = (payments: number): string =>
  `Settle the group with ${payments === 0 ? "no payments" : pluralize(payments, "payment")}`;
