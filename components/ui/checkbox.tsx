import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

export type CheckboxProps = Omit<ComponentProps<"input">, "type" | "children"> & {
  /** What is switched on: a text, or a row with picture and name. */
  label: ReactNode;
  /** A quieter second line. */
  hint?: ReactNode;
};

/** A checkbox whose whole row is the target (at least 48 px high). */
export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={clsx(
        "relative flex min-h-12 cursor-pointer items-center gap-4 rounded-field px-2 py-1 transition-colors duration-150 hover:bg-well has-disabled:cursor-default has-disabled:opacity-60 has-disabled:hover:bg-transparent",
        className,
      )}
    >
      {/* Unseen but as large as the row: whoever points or touches, screen readers included, meets the control. */}
      <input
        type="checkbox"
        className="peer absolute inset-0 z-1 size-full cursor-pointer opacity-0 disabled:cursor-default"
        {...rest}
      />
      <span
        aria-hidden
        className={clsx(
          "size-6 shrink-0 rounded-lg border-2 border-line-strong bg-surface transition-colors duration-150 peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus",
          "flex items-center justify-center text-transparent peer-checked:border-brand peer-checked:bg-brand peer-checked:text-on-brand",
        )}
      >
        <svg viewBox="0 0 16 16" className="size-4" fill="none" stroke="currentColor" strokeWidth={2.8}>
          <path d="M3.5 8.5l3 3 6-6.5" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{label}</span>
        {hint ? <span className="block text-sm text-muted">{hint}</span> : null}
      </span>
    </label>
  );
}
