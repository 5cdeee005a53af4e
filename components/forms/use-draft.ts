"use client";

import { useEffect, useRef, type RefObject } from "react";
import { useCurrentUser } from "@/components/session/current-user";
import { toast } from "@/components/ui/toast";
import type { Attempt } from "./attempt";
import { getDraft, here, removeDraft, saveDraft, withDraft } from "./form-draft";

/** Milliseconds for which discarding a draft is offered. */
const OFFERED = 12_000;

export type DraftOptions<Values> = {
  values: Values;
  /** The last attempt without an answer, restored with the draft. */
  attemptRef: RefObject<Attempt | null>;
  restore: (values: Values) => void;
  /** Offers to discard the restored draft; returns what ends the offer. Default: a toast. */
  offer?: ((discard: () => void) => (() => void) | void) | undefined;
};

const offerInToast = (discard: () => void) =>
  toast.info("Draft restored.", { duration: OFFERED, action: { label: "Discard", onClick: discard } });

/**
 * Saves a form's input while typing, restores it when the form is opened again, and offers to discard it. The draft
 * is kept until it is saved, discarded, or typed back to the initial values.
 */
export function useDraft<Values extends Record<string, unknown>>(options: DraftOptions<Values>) {
  const { values, attemptRef, restore, offer = offerInToast } = options;
  const { id } = useCurrentUser();
  const content = JSON.stringify(values);
  const untouched = useRef(values);
  const seen = useRef(content);
  const touched = useRef(false);
  const finished = useRef(false);
  /** Of the form: the user may leave it while it is being sent. */
  const path = useRef("");

  const keep = () => {
    const typed = content !== JSON.stringify(untouched.current);
    // An untouched form, such as a copy, is kept once it was sent: the answer may be lost.
    if (!typed && attemptRef.current?.content !== content) removeDraft(id, path.current);
    else saveDraft(id, path.current, { values, untouched: untouched.current, attempt: attemptRef.current });
  };

  useEffect(() => {
    if (content === seen.current) return;
    seen.current = content;
    if (!touched.current) untouched.current = values;
    else if (!finished.current) keep();
  });

  useEffect(() => {
    // Values that change without the user, such as today's date in their time zone, were not typed.
    const touch = () => {
      touched.current = true;
    };
    const events = ["input", "click"] as const;
    for (const event of events) document.addEventListener(event, touch, true);
    return () => events.forEach((event) => document.removeEventListener(event, touch, true));
  }, []);

  useEffect(() => {
    path.current = here();
    const draft = getDraft(id, path.current);
    if (!draft) return;
    const fresh = untouched.current;
    const typed = withDraft(fresh, draft);
    attemptRef.current = draft.attempt;
    if (JSON.stringify(typed) === JSON.stringify(fresh) && draft.attempt?.content !== content) {
      removeDraft(id, path.current);
      return;
    }
    touched.current = true;
    restore(typed);
    return offer(() => {
      removeDraft(id, path.current);
      attemptRef.current = null;
      restore(fresh);
    });
    // oxlint-disable-next-line react/exhaustive-deps -- runs once: later drafts come from this form
  }, []);

  return {
    /** Makes these the values that were not typed: a newer version, or what was just saved. Returns the former ones. */
    rebase: (newer: Partial<Values>): Values => {
      const before = untouched.current;
      untouched.current = { ...before, ...newer };
      return before;
    },
    /** Saves the key of the request that is about to be sent. */
    keepAttempt: () => {
      if (touched.current) keep();
    },
    /** Deletes the draft after its content was saved. */
    finish: (leaving: boolean) => {
      finished.current = leaving;
      // The change that empties a form that stays open was not typed.
      touched.current = false;
      removeDraft(id, path.current);
    },
  };
}
