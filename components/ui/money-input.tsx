"use client";

import { clsx } from "clsx";
import { useRef, useState, type ComponentProps } from "react";
import { isArithmetic } from "@/lib/core/arithmetic";
import { parseAmount, type ParsedAmount } from "@/lib/core/amounts";
import { formatCents } from "@/lib/core/money";
import { controlClass, Field, type FieldProps } from "./field";

export type MoneyInputProps = Pick<FieldProps, "label" | "hint" | "error"> &
  Omit<ComponentProps<"input">, "type" | "value" | "defaultValue" | "onChange" | "children"> & {
    /** What is in the field, exactly as typed; never reformatted. */
    value: string;
    /** The new text, and what it means: `{ok: true, cents}` or `{ok: false, problem}`. */
    onChange: (text: string, parsed: ParsedAmount) => void;
  };

const loadKeys = () => import("./operator-keys").then(({ OperatorKeys }) => OperatorKeys);

/**
 * An amount in dollars, as people type it; the result of arithmetic is shown above it. The caller decides when to show
 * `problem` as `error` (usually on submit), so that nobody is told off in the middle of typing.
 */
export function MoneyInput({ label, hint, error, id, className, value, onChange, ...rest }: MoneyInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [Keys, setKeys] = useState<Awaited<ReturnType<typeof loadKeys>> | null>(null);
  const result = isArithmetic(value) ? parseAmount(value) : null;

  function insert(operator: string) {
    const field = input.current;
    if (!field) return;
    field.setRangeText(operator, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
    onChange(field.value, parseAmount(field.value));
  }

  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(control) => (
        <div className="group @container relative">
          {result?.ok ? (
            <output className="absolute right-1 bottom-full mb-2 font-bold text-brand tabular-nums">
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
            // Without them one can type all the same, so a failed load is not worth a word.
            onFocus={() =>
              void loadKeys().then(
                (loaded) => setKeys(() => loaded),
                () => null,
              )
            }
            value={value}
            onChange={(event) => onChange(event.target.value, parseAmount(event.target.value))}
            className={clsx(
              controlClass,
              "min-h-16 py-2 pr-4 pl-10 text-2xl font-extrabold tabular-nums @min-[20rem]:pointer-coarse:focus:pr-44",
            )}
          />
          {Keys ? <Keys onPress={insert} /> : null}
        </div>
      )}
    </Field>
  );
}
