/** How a payment was made, where somebody says so. */
export const PAYMENT_METHODS = ["cash", "bank", "other"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** What each is called on screen. */
export const PAYMENT_METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = {
  cash: "Cash",
  bank: "Bank transfer",
  other: "Other",
};
