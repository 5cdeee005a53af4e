"use client";

import { clsx } from "clsx";
import { hundredthsOf, valueText } from "./entered-expense";
import { negate } from "./negate";

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

const UNIT = "absolute inset-y-0 flex items-center font-bold";

/**
 * A number field at the end of a person's row: as wide as its number, and below the name if the text is too large for
 * both. Its padding leaves large text its space.
 */
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
      <button
        type="button"
        aria-label={`${what} for ${step}`}
        onClick={() => onChange(stepped(value, by))}
        className={clsx(
          UNIT,
          "w-[44px] justify-center text-xl text-brand hover:text-ink",
          by < 0 ? "left-px rounded-l-field" : "right-px rounded-l-field",
        )}
      >
        {sign}
      </button>
    );
  return (
    <span className={"value-field relative my-1 ml-auto block max-w-full shrink-0"}>
      {unit === "±" ? (
        // The decimal keypads of phones have no minus.
        <button
          type="button"
          aria-label={`${label}: change the sign`}
          onClick={() => onChange(negate(value))}
          className={clsx(
            UNIT,
            "left-0 w-[44px] justify-center rounded-l-field text-lg text-muted hover:text-ink",
          )}
        >
          ±
        </button>
      ) : step ? (
        stepper("−", -1, "One share less")
      ) : (
        <span
          aria-hidden
          className={clsx(
            UNIT,
            "pointer-events-none text-muted",
            unit === "%" ? "right-[12px]" : "left-[12px]",
          )}
        >
          {unit}
        </span>
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
        className={clsx(
          "control field-sizing-content py-1 font-bold tabular-nums not-supports-[field-sizing:content]:w-36",
          step ? "min-w-[calc(88px+2.5rem)] px-[44px] text-center" : "min-w-28 text-right",
          unit === "%" ? "pr-[calc(20px+0.75rem)] pl-[12px]" : step ? "" : "pr-[12px]",
          unit === "±" ? "pl-[40px]" : unit === "$" && "pl-[calc(20px+0.75rem)]",
        )}
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
