"use client";

import { isArithmetic } from "@/lib/core/money/arithmetic";

export type ValueFieldProps = {
  /** The accessible name: "Percent for Ben Okafor". */
  label: string;
  unit: "$" | "%" | "×" | "±";
  /** As typed. */
  value: string;
  invalid: boolean;
  /** The id of what is wrong with it. */
  errorId?: string | undefined;
  onChange: (typed: string) => void;
  onFocus: () => void;
};

/** A number field for one person of a list. */
export function ValueField({ label, unit, value, invalid, errorId, onChange, onFocus }: ValueFieldProps) {
  return (
    <span className={unit === "%" ? "value-field value-percent" : "value-field"}>
      {unit === "±" ? (
        // The decimal keypads of phones have no minus.
        <button
          type="button"
          aria-label={`${label}: change the sign`}
          onClick={() => onChange(negate(value))}
        >
          ±
        </button>
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
    </span>
  );
}

/** The typed number with the other sign: -5 for 5, -(5+3) for 5+3, and back. */
function negate(typed: string): string {
  const calculation = /^-\(([^()]*)\)$/.exec(typed)?.[1];
  if (calculation !== undefined) return calculation;
  if (isArithmetic(typed)) return `-(${typed})`;
  return /^[-−]/.test(typed) ? typed.slice(1) : `-${typed.replace(/^\+/, "")}`;
}
