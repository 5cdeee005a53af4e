"use client";

import { useEffect, useRef } from "react";
import { newIdempotencyKey } from "@/lib/api-client";
import { useCurrentUser } from "@/components/session/current-user";
import { toast } from "@/components/ui/toast";
import { editPath, listUnsent, removeUnsent, type Unsent } from "./outbox";
import { getDraft, here, isSame, removeDraft, saveDraft, withDraft, type Attempt } from "./form-draft";

/** Milliseconds for which discarding a draft is offered. */
const OFFERED = 12_000;

export type DraftOptions<Values> = {
  values: Values;
  restore: (values: Values) => void;
  /** Offers to discard the restored draft; returns what ends the offer. Default: a toast. */
  offer?: ((discard: () => void) => (() => void) | void) | undefined;
};

const offerInToast = (discard: () => void) =>
  toast.info("Draft restored.", { duration: OFFERED, action: { label: "Discard", onClick: discard } });

/** Whether a body changes an item, of which others may have changed what was not typed. */
const isEdit = (body: unknown) => !body || Object.hasOwn(body, "rev");

/**
 * Saves a form's input while typing, restores it when the form is opened again, and offers to discard it. The draft
 * is kept until it is saved, discarded, or typed back to the initial values.
 */
export function useDraft<Values extends Record<string, unknown>>(options: DraftOptions<Values>) {
  const { values, restore, offer = offerInToast } = options;
  const { id } = useCurrentUser();
  const content = JSON.stringify(values);
  const untouched = useRef(values);
  const seen = useRef(content);
  const latest = useRef(values);
  const touched = useRef(false);
  const finished = useRef(false);
  /** What this tab saved last. Another tab with the same form may have saved since. */
  const saved = useRef<Values | null>(null);
  const attempt = useRef<Attempt | null>(null);
  /** Whether the values are those of the attempt, so that sending them is a retry. */
  const isRetry = () => attempt.current !== null && isSame(attempt.current.values, latest.current);
  const retried = useRef(false);
  const endOffer = useRef<(() => void) | void>(undefined);
  /** The path of the form, which the user may leave while it is being sent. */
  const path = useRef("");
  /** What was entered offline and refused, if the form edits it. */
  const unsent = useRef<Unsent>(undefined);

  const keep = () => {
    // An untouched form, such as a copy, is kept once it was sent: the answer may be lost.
    const typed = { values: latest.current, untouched: untouched.current };
    if (isSame(typed.values, typed.untouched) && !isRetry()) removeDraft(id, path.current);
    else saveDraft(id, path.current, { ...typed, attempt: attempt.current });
    saved.current = typed.values;
  };
  /** The stored draft is this tab's, or there is none. */
  const isOwn = () => {
    const stored = getDraft(id, path.current);
    return !stored || isSame(stored.values, saved.current);
  };
  const keepAttempt = () => {
    if (touched.current && isOwn()) keep();
  };

  useEffect(() => {
    latest.current = values;
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
    unsent.current = listUnsent(id).find((one) => editPath(one) === path.current);
    const draft =
      getDraft(id, path.current) ??
      (unsent.current && { values: unsent.current.entered, untouched: {}, attempt: null });
    if (!draft) return;
    const fresh = untouched.current;
    const sent = isSame(draft.attempt?.values, draft.values);
    // What was sent to be created is restored as a whole, because it may exist like that.
    const restored = withDraft(
      fresh,
      sent && !isEdit(draft.attempt?.body) ? { ...draft, untouched: {} } : draft,
    );
    if (isSame(restored, fresh) && !sent) {
      removeDraft(id, path.current);
      return;
    }
    attempt.current = draft.attempt;
    saved.current = draft.values as Values;
    touched.current = true;
    restore(restored);
    endOffer.current = offer(() => {
      removeDraft(id, path.current);
      attempt.current = null;
      restore(fresh);
    });
    return () => endOffer.current?.();
    // oxlint-disable-next-line react/exhaustive-deps -- runs once: later drafts come from this form
  }, []);

  return {
    /** Makes these the values that were not typed: a newer version, or what was just saved. Returns the former ones. */
    rebase: (newer: Partial<Values>): Values => {
      const before = untouched.current;
      untouched.current = { ...before, ...newer };
      return before;
    },
    /** What to send: `body`, or what was sent without an answer, if the values are the same. It is kept. */
    attempt: (body: unknown): Attempt => {
      retried.current = isRetry();
      if (!attempt.current || !retried.current) {
        attempt.current = { key: newIdempotencyKey(), values, body };
        keepAttempt();
      }
      return attempt.current;
    },
    /**
     * The server answered that it did nothing, so sending it again is another request.
     * @param refused it would have recognized a request that was made before
     */
    answered: (refused: boolean) => {
      if (retried.current && !refused) return;
      attempt.current = null;
      keepAttempt();
    },
    /** Deletes the draft after its content was saved. */
    finish: (leaving: boolean) => {
      endOffer.current?.();
      attempt.current = null;
      finished.current = leaving;
      // The change that empties a form that stays open was not typed.
      touched.current = false;
      // Before the draft, which would send the same request again.
      if (unsent.current) removeUnsent(id, unsent.current);
      if (isOwn()) removeDraft(id, path.current);
    },
  };
}
