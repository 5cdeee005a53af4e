import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

export type CheckboxProps = Omit<ComponentProps<"input">, "type" | "children"> & {
  /** The label: a text, or a row with picture and name. */
  label: ReactNode;
  /** Some of the items that it controls are checked (indeterminate). */
  mixed?: boolean | undefined;
};

/** A checkbox whose whole row is the target (at least 48 px high). */
export function Checkbox({ label, mixed = false, className, ...rest }: CheckboxProps) {
  return (
    <label className={clsx("checkbox", className)}>
      <input
        type="checkbox"
        autoComplete="off"
        {...rest}
        ref={(input) => {
          if (input) input.indeterminate = mixed;
        }}
      />
      <span aria-hidden>
        <svg viewBox="0 0 16 16" className="size-4" fill="none" stroke="currentColor" strokeWidth={2.8}>
          <path d={mixed ? "M4 8h8" : "M3.5 8.5l3 3 6-6.5"} strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </span>
      <span>{label}</span>
    </label>
  );
}
