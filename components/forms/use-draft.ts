"use client";

import { useEffect, useRef, type RefObject } from "react";
import { useCurrentUser } from "@/components/current-user";
import { toast } from "@/components/ui/toast";
import { getDraft, removeDraft, saveDraft, withDraft, type Attempt } from "./form-draft";

/** How long the way to discard a draft is offered, in milliseconds. */
const OFFERED = 12_000;

export type DraftOptions<Values> = {
  values: Values;
  /** What was sent last and got no answer; put back together with the draft. */
  attemptRef: RefObject<Attempt | null>;
  restore: (values: Values) => void;
};

/**
 * Keeps what is typed into a form while it is typed, and puts it back when the form is opened again, with the offer to
 * discard it. Kept until it is saved, discarded, or typed back to what it was.
 */
export function useDraft<Values extends Record<string, unknown>>(options: DraftOptions<Values>) {
  const { values, attemptRef, restore } = options;
  const { id } = useCurrentUser();
  const content = JSON.stringify(values);
  const untouched = useRef(values);
  const seen = useRef(content);
  const touched = useRef(false);
  const finished = useRef(false);

  const keep = () => {
    const path = location.pathname;
    if (content === JSON.stringify(untouched.current)) removeDraft(id, path);
    else saveDraft(id, path, { values, untouched: untouched.current, attempt: attemptRef.current });
  };

  useEffect(() => {
    if (content === seen.current) return;
    seen.current = content;
    if (!touched.current) untouched.current = values;
    else if (!finished.current) keep();
  });

  useEffect(() => {
    // What changes before the person does anything, as the day in their time zone, was not typed.
    const touch = () => {
      touched.current = true;
    };
    const events = ["input", "click"] as const;
    for (const event of events) document.addEventListener(event, touch, { capture: true, once: true });
    return () => events.forEach((event) => document.removeEventListener(event, touch, { capture: true }));
  }, []);

  useEffect(() => {
    const path = location.pathname;
    const draft = getDraft(id, path);
    if (!draft) return;
    const fresh = untouched.current;
    const typed = withDraft(fresh, draft);
    if (JSON.stringify(typed) === JSON.stringify(fresh)) {
      removeDraft(id, path);
      return;
    }
    touched.current = true;
    attemptRef.current = draft.attempt;
    restore(typed);
    return toast.info("Your draft is back.", {
      duration: OFFERED,
      action: {
        label: "Discard",
        onClick: () => {
          removeDraft(id, path);
          restore(fresh);
        },
      },
    });
    // Once: later drafts are made by this very form.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return {
    /** Keeps the key of what is about to be sent. */
    keepAttempt: () => {
      if (touched.current) keep();
    },
    /** What was typed is saved: the draft has done its work. */
    finish: (leaving: boolean) => {
      finished.current = leaving;
      untouched.current = values;
      removeDraft(id, location.pathname);
    },
  };
}
