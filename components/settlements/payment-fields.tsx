"use client";

import type { ReactNode } from "react";
import { PAYMENT_METHOD_NAMES, PAYMENT_METHODS, type PaymentMethod } from "@/lib/core/settlements";
import { TextField } from "@/components/ui/field";
import { MoneyInput } from "@/components/ui/money-input";
import { Segmented } from "@/components/ui/segmented";

const methods = [
  { value: "none", label: "None" },
  ...PAYMENT_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_NAMES[value] })),
] as const;

export type PaymentValues = { amount: string; method: PaymentMethod | null; note: string };

export type PaymentFieldsProps = {
  values: PaymentValues;
  onChange: (change: Partial<PaymentValues>) => void;
  errorOf: (field: "amount" | "note") => string | undefined;
  /** What the amount leads to, below it. */
  children?: ReactNode;
};

/** The fields of a payment: its amount, and optionally how it was made and a note. */
export function PaymentFields({ values, onChange, errorOf, children }: PaymentFieldsProps) {
  return (
    <>
      <MoneyInput
        label="Amount"
        data-autofocus
        value={values.amount}
        onChange={(amount) => onChange({ amount })}
        error={errorOf("amount")}
      />
      {children}
      <Segmented
        legend="Payment method (optional)"
        options={methods}
        value={values.method ?? "none"}
        onChange={(chosen) => onChange({ method: chosen === "none" ? null : chosen })}
      />
      <TextField
        label="Note (optional)"
        value={values.note}
        onChange={({ target }) => onChange({ note: target.value })}
        error={errorOf("note")}
      />
    </>
  );
}
