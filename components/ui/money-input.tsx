"use client";

import { useRef, useState, type ComponentProps } from "react";
import { isArithmetic } from "@/lib/core/money/arithmetic";
import { parseAmount } from "@/lib/core/money/amounts";
import { formatCents } from "@/lib/core/money/money";
import { Field, type FieldProps } from "./field";
import { OnDemand } from "./on-demand";

export type MoneyInputProps = Pick<FieldProps, "label" | "error" | "invalid"> &
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
export function MoneyInput({ label, error, invalid, id, value, onChange, ...rest }: MoneyInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [focused, setFocused] = useState(false);
  const result = isArithmetic(value) ? parseAmount(value) : null;

  function insert(operator: string) {
    const field = input.current;
    if (!field) return;
    field.focus();
    field.setRangeText(operator, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
    onChange(field.value);
  }

  return (
    <Field label={label} error={error} invalid={invalid} id={id}>
      {(control) => (
        <div className="group relative @container">
          {result?.ok ? (
            <output
              translate="no"
              className="absolute right-1 bottom-full mb-2 font-bold text-brand tabular-nums"
            >
              = {formatCents(result.cents)}
            </output>
          ) : null}
          <span
            aria-hidden
            className="pointer-events-none absolute top-0 left-4 flex h-16 items-center text-2xl font-bold text-muted"
          >
            $
          </span>
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
            className="control min-h-16 py-2 pr-4 pl-10 text-2xl font-extrabold tabular-nums @min-[20rem]:pointer-coarse:focus:pr-45"
          />
          {focused ? <OnDemand load={loadKeys} props={{ onPress: insert }} loading={null} optional /> : null}
        </div>
      )}
    </Field>
  );
}
