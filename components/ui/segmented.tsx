"use client";

import { clsx } from "clsx";
import { useId, type ReactNode } from "react";

export type SegmentedOption<V extends string> = {
  value: V;
  label: string;
  /** Shown before the label, 20 px; decorative. */
  icon?: ReactNode;
};

export type SegmentedProps<V extends string> = {
  /** The legend of the options, for screen readers. */
  legend: string;
  hideLegend?: boolean | undefined;
  options: readonly SegmentedOption<V>[];
  /** null: none selected yet. */
  value: V | null;
  onChange: (value: V) => void;
  /** The form field's name; default: a generated one. */
  name?: string | undefined;
  disabled?: boolean | undefined;
};

/** A segmented control with two to four options; a radio group for keyboards and screen readers. */
export function Segmented<V extends string>({
  legend,
  hideLegend = false,
  options,
  value,
  onChange,
  name,
  disabled = false,
}: SegmentedProps<V>) {
  const generated = useId();
  return (
    <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-2 disabled:opacity-60">
      <legend className={clsx(hideLegend ? "sr-only" : "mb-2 font-bold")}>{legend}</legend>
      <div className="flex flex-wrap gap-1 rounded-[1.25rem] bg-well p-1">
        {options.map((option) => (
          <label key={option.value} className="segmented-option">
            <input
              type="radio"
              name={name ?? generated}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon}
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
