"use client";

import { clsx } from "clsx";
import { isArithmetic } from "@/lib/core/money/arithmetic";
import { hundredthsOf, valueText } from "./entered-expense";

export type ValueFieldProps = {
  /** The accessible name: "Percent for Ben Okafor". */
  label: string;
  unit: "$" | "%" | "×" | "±";
  /** As typed. */
  value: string;
  /** Shows − and + for one more or less; the name of whose value it is. */
  step?: string | undefined;
  invalid: boolean;
  /** The id of what is wrong with it. */
  errorId?: string | undefined;
  onChange: (typed: string) => void;
  onFocus: () => void;
};

/** A number field for one person of a list. */
export function ValueField({
  label,
  unit,
  value,
  step,
  invalid,
  errorId,
  onChange,
  onFocus,
}: ValueFieldProps) {
  const stepper = (sign: "−" | "+", by: number, what: string) =>
    step === undefined ? null : (
      <button type="button" aria-label={`${what} for ${step}`} onClick={() => onChange(stepped(value, by))}>
        {sign}
      </button>
    );
  return (
    <span className={clsx("value-field", unit === "%" && "value-percent", step && "value-steps")}>
      {unit === "±" ? (
        // The decimal keypads of phones have no minus.
        <button
          type="button"
          aria-label={`${label}: change the sign`}
          onClick={() => onChange(negate(value))}
        >
          ±
        </button>
      ) : step ? (
        stepper("−", -1, "One share less")
      ) : (
        <span aria-hidden>{unit}</span>
      )}
      <input
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={errorId}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder={unit === "$" || unit === "±" ? "0.00" : "0"}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={({ target }) => {
          // Safari would undo a selection that is made before the press ends.
          setTimeout(() => {
            // The focus may have moved on, and selecting would take it back.
            if (document.activeElement === target) target.select();
          });
          onFocus();
        }}
        className="control"
      />
      {stepper("+", 1, "One share more")}
    </span>
  );
}

/** One more or less than the typed number, never below 0. */
function stepped(typed: string, by: number): string {
  const hundredths = hundredthsOf(typed) ?? 0;
  return valueText(Math.max(0, hundredths / 100 + by), "shares");
}

/** The typed number with the other sign: -5 for 5, -(5+3) for 5+3, and back. */
function negate(typed: string): string {
  const calculation = /^-\(([^()]*)\)$/.exec(typed)?.[1];
  if (calculation !== undefined) return calculation;
  if (isArithmetic(typed)) return `-(${typed})`;
  return /^[-−]/.test(typed) ? typed.slice(1) : `-${typed.replace(/^\+/, "")}`;
}
