"use client";

import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { parseAmount, type ParsedAmount } from "@/lib/core/amounts";
import { controlClass, Field, type FieldProps } from "./field";

export type MoneyInputProps = Pick<FieldProps, "label" | "hint" | "error"> &
  Omit<ComponentProps<"input">, "type" | "value" | "defaultValue" | "onChange" | "children"> & {
    /** What is in the field, exactly as typed; never reformatted. */
    value: string;
    /** The new text, and what it means: `{ok: true, cents}` or `{ok: false, problem}`. */
    onChange: (text: string, parsed: ParsedAmount) => void;
  };

/**
 * An amount in dollars, as people type it. The caller decides when to show `problem` as `error` (usually on
 * submit), so that nobody is told off in the middle of typing.
 */
export function MoneyInput({ label, hint, error, id, className, value, onChange, ...rest }: MoneyInputProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(control) => (
        <div className="relative">
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 left-4 flex items-center text-2xl font-bold text-muted"
          >
            $
          </span>
          <input
            autoComplete="off"
            placeholder="0.00"
            {...rest}
            {...control}
            type="text"
            inputMode="decimal"
            value={value}
            onChange={(event) => onChange(event.target.value, parseAmount(event.target.value))}
            className={clsx(controlClass, "min-h-16 py-2 pr-4 pl-10 text-2xl font-extrabold tabular-nums")}
          />
        </div>
      )}
    </Field>
  );
}
