"use client";

import { clsx } from "clsx";
import { useId, type KeyboardEvent, type ReactNode } from "react";
import { Icon } from "./icon";

type SegmentedOption<V extends string> = {
  value: V;
  label: string;
  /** The class of the icon before the label, shown at 20 px; decorative. */
  icon?: string;
  /** A button in the role of a radio, without a <label> that could be taken for that of another field. */
  unlabeled?: boolean;
};

export type SegmentedProps<V extends string> = {
  /** The legend of the options. */
  legend: string;
  options: readonly SegmentedOption<V>[];
  /** null: none selected yet. */
  value: V | null;
  onChange: (value: V) => void;
  /** A button after the options, of class `segmented-option`. */
  children?: ReactNode;
};

/** The layout of up to five, of six, and of more options: a grid, on a phone from six on. */
const LAYOUTS: Readonly<Record<number, string>> = {
  5: "flex flex-wrap",
  6: "grid grid-cols-[repeat(auto-fill,minmax(min(5.5rem,100%),1fr))] sm:flex sm:flex-wrap sm:*:px-2",
  7: "grid grid-cols-[repeat(auto-fill,minmax(min(8.75rem,100%),1fr))] *:justify-start *:px-3 *:text-left sm:*:px-3 sm:*:text-sm/5",
};

const ARROWS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Browsers would skip an option without a label. */
function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const by = ARROWS[event.key];
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>("[type=radio], [role=radio]")];
  const from = options.indexOf(event.target as HTMLElement);
  // With another key, it is a shortcut of the browser.
  if (!by || from < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const next = options.at((from + by) % options.length);
  next?.focus();
  next?.click();
}

/** A segmented control; a radio group for keyboards and screen readers. */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const { legend, options, value, onChange, children } = props;
  const name = useId();
  return (
    <fieldset className="min-w-0 space-y-2" onKeyDown={moveWithArrows}>
      <legend className="mb-2 font-bold">{legend}</legend>
      <div
        className={clsx(
          "gap-1 rounded-[1.25rem] bg-well p-1",
          LAYOUTS[Math.min(Math.max(options.length, 5), 7)],
        )}
      >
        {options.map((option) =>
          option.unlabeled ? (
            <button
              key={option.value}
              type="button"
              role="radio"
              aria-checked={option.value === value}
              onClick={() => onChange(option.value)}
              className="segmented-option"
            >
              {option.label}
            </button>
          ) : (
            <label key={option.value} className="segmented-option">
              <input
                // Invisible but as large as the option, so that pointers and touches reach the control.
                type="radio"
                className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
                autoComplete="off"
                name={name}
                value={option.value}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
              />
              {option.icon ? <Icon className={option.icon} /> : null}
              <span>{option.label}</span>
            </label>
          ),
        )}
        {children}
      </div>
    </fieldset>
  );
}
