"use client";

import { useRef, useState, type ComponentProps } from "react";
import { isArithmetic } from "@/lib/core/money/arithmetic";
import { parseAmount } from "@/lib/core/money/amounts";
import { formatCents } from "@/lib/core/money/money";
import { Field, type FieldProps } from "./field";
import { OnDemand } from "./on-demand";

export type MoneyInputProps = Pick<FieldProps, "label" | "error"> &
  Omit<ComponentProps<"input">, "type" | "className" | "value" | "defaultValue" | "onChange" | "children"> & {
    /** The text exactly as typed, never reformatted. */
    value: string;
    onChange: (text: string) => void;
  };

const loadKeys = () => import("./operator-keys").then(({ OperatorKeys }) => OperatorKeys);

/**
 * An input for an amount in dollars, which shows the result of arithmetic above it. The caller parses
 * the text and decides when to show an error (usually on submit), so that none appears while typing.
 */
export function MoneyInput({ label, error, id, value, onChange, ...rest }: MoneyInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [focused, setFocused] = useState(false);
  const result = isArithmetic(value) ? parseAmount(value) : null;

  function insert(operator: string) {
    const field = input.current;
    if (!field) return;
    field.setRangeText(operator, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
    onChange(field.value);
  }

  return (
    <Field label={label} error={error} id={id}>
      {(control) => (
        <div className="money-input">
          {result?.ok ? <output translate="no">= {formatCents(result.cents)}</output> : null}
          <span aria-hidden>$</span>
          <input
            autoComplete="off"
            placeholder="0.00"
            {...rest}
            {...control}
            ref={input}
            type="text"
            inputMode="decimal"
            onFocus={() => setFocused(true)}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="control"
          />
          {focused ? <OnDemand load={loadKeys} props={{ onPress: insert }} loading={null} optional /> : null}
        </div>
      )}
    </Field>
  );
}
