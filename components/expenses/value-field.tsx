"use client";

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
  return (
    <span className={unit === "%" ? "value-field value-percent" : "value-field"}>
      {unit === "±" ? (
        // The decimal keypads of phones have no minus.
        <button
          type="button"
          aria-label={`${label}: change the sign`}
          onClick={() => onChange(value.startsWith("-") ? value.slice(1) : `-${value.replace(/^\+/, "")}`)}
        >
          ±
        </button>
      ) : (
        <span aria-hidden>{unit}</span>
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
