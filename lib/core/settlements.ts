/** How a payment was made, if stated. */
export const PAYMENT_METHODS = ["cash", "bank", "other"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The display name of each method. */
export const PAYMENT_METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = {
  cash: "Cash",
  bank: "Bank transfer",
  other: "Other",
};
