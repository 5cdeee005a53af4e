"use client";

import { useEffect, useRef } from "react";
import { useClientValue } from "@/components/ui/use-client-value";

/**
 * Replays what was entered in the page's fields before React was ready: the fields show it, but React does not know
 * about it. Not for what a browser restores: fields have autoComplete="off".
 */
export function EarlyInput() {
  const ready = useClientValue(() => true, false);
  const early = useRef<(() => void)[]>([]);

  useEffect(() => {
    if (!ready) {
      const fields = document.querySelectorAll<HTMLInputElement>("main :is(input, textarea)");
      early.current = [...fields].flatMap(replaysOf);
    }
    // In a later rendering, because forms restore their drafts first; and outside of the effect, so that React renders
    // after each event.
    else queueMicrotask(() => early.current.forEach((replay) => replay()));
  }, [ready]);

  return null;
}

/** Returns what replays the input of a field, if there was any. */
function replaysOf(field: HTMLInputElement): (() => void)[] {
  const { value, defaultValue, checked, defaultChecked, type } = field;
  if (checked !== defaultChecked && (checked || type === "checkbox")) {
    return [
      () => {
        field.checked = !checked;
        field.click();
      },
    ];
  }
  if (value === defaultValue) return [];
  return [
    () => {
      // React ignores an event without a change since it set the value, so its own setter is bypassed.
      field.value = defaultValue;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")!.set!.call(field, value);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
  ];
}
