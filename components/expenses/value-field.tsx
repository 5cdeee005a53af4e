"use client";

import { clsx } from "clsx";

export type ValueFieldProps = {
  /** The accessible name: "Percent for Ben Okafor". */
  label: string;
  unit: "$" | "%" | "×" | "±";
  /** As typed. */
  value: string;
  invalid: boolean;
  onChange: (typed: string) => void;
  onFocus: () => void;
};

/** A number field for one person of a list. */
export function ValueField({ label, unit, value, invalid, onChange, onFocus }: ValueFieldProps) {
  const affix = "absolute inset-y-0 flex items-center font-bold text-muted";
  return (
    <span className="relative my-1 block w-28 shrink-0">
      {unit === "±" ? (
        // The decimal keypads of phones have no minus.
        <button
          type="button"
          aria-label={`${label}: change the sign`}
          onClick={() => onChange(value.startsWith("-") ? value.slice(1) : `-${value.replace(/^\+/, "")}`)}
          className={clsx(affix, "left-0 w-10 justify-center rounded-l-field text-lg hover:text-ink")}
        >
          ±
        </button>
      ) : (
        <span aria-hidden className={clsx(affix, "pointer-events-none", unit === "%" ? "right-3" : "left-3")}>
          {unit}
        </span>
      )}
      <input
        aria-label={label}
        aria-invalid={invalid || undefined}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder={unit === "$" || unit === "±" ? "0.00" : "0"}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={(event) => {
          event.target.select();
          onFocus();
        }}
        className={clsx(
          "control",
          "min-h-12 py-1 text-right font-bold tabular-nums",
          unit === "%" ? "pr-8 pl-3" : unit === "±" ? "pr-3 pl-10" : "pr-3 pl-8",
        )}
      />
    </span>
  );
}
