"use client";

import { useId, useState, type FocusEvent } from "react";
import { isolate } from "@/lib/core/text/isolate";

/**
 * A name that was typed into a picker, and is not added. It is asked about when the picker is left, and when the form is
 * sent: use-form-submit.ts sends nothing then.
 * @param how to go on
 */
export function useUnadded(name: string, how = "Add them, or clear the field.") {
  const [asked, setAsked] = useState("");
  const id = useId();
  const asks = name !== "" && asked === name;
  const ask = () => setAsked(name);
  return {
    ask,
    /** The props of the control. */
    control: {
      "data-unadded": name || undefined,
      onInvalid: ask,
      ...(asks && { "aria-invalid": true, "aria-errormessage": id, "aria-describedby": id }),
    } as const,
    /** The props of FieldError; null: nothing is asked. Show it last: it moves nothing that is being pressed. */
    question: asks ? { id, children: `“${isolate(name)}” is not added yet. ${how}` } : null,
    /** The handler of the whole picker. */
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) ask();
    },
  };
}

/** Asks about what is not added to a form. Returns whether there is something. */
export function asksAboutUnadded(form: HTMLFormElement): boolean {
  const control = form.querySelector<HTMLElement>("[data-unadded]");
  control?.dispatchEvent(new Event("invalid"));
  control?.focus();
  // Once it is shown: the form's button would cover it.
  requestAnimationFrame(() => {
    const question = document.getElementById(control?.getAttribute("aria-errormessage") ?? "");
    question?.scrollIntoView?.({ block: "nearest" });
  });
  return control !== null;
}
