"use client";

import { useEffect, useRef } from "react";
import { newIdempotencyKey } from "@/lib/client/call";
import { useCurrentUser } from "@/components/session/current-user";
import { here } from "@/components/session/return-path";
import { toast } from "@/components/ui/toast";
import { getDraft, onDraftSent, removeDraft, saveDraft } from "@/components/offline/drafts";
import * as inputs from "@/components/offline/form-input";
import { changeUnsent, editedDraft } from "@/components/offline/outbox";
import type { UnsentEntry } from "@/components/offline/unsent";

/** Milliseconds for which discarding a draft is offered. */
const OFFERED = 12_000;

export type DraftOptions<Values> = {
  values: Values;
  restore: (values: Values) => void;
  /** Of an item that is edited: its revision, and what shows it if a restored draft is for an older one. */
  version?: { rev: number | undefined; showSaved: () => void } | undefined;
  /** Offers to discard the restored draft; returns what ends the offer. Default: a toast. */
  offer?: ((discard: () => void) => (() => void) | void) | undefined;
};

const offerInToast = (discard: () => void) =>
  toast.info("Draft restored.", { duration: OFFERED, action: { label: "Discard", onClick: discard } });

/**
 * Saves a form's input while typing, restores it when the form is opened again, and offers to discard it. The draft
 * is kept until it is saved, discarded, or typed back to the initial values.
 */
export function useDraft<Values extends inputs.FormValues>(options: DraftOptions<Values>) {
  const { values, restore, version, offer = offerInToast } = options;
  const { id } = useCurrentUser();
  const input = useRef(inputs.opened(values));
  /** Of the form, which the user may leave while it is being sent. Null: its draft is not kept any more. */
  const path = useRef<string | null>(null);
  /** What this tab kept last. */
  const kept = useRef<inputs.FormValues | null>(null);
  const endOffer = useRef<(() => void) | void>(undefined);

  const change = (changes: Partial<inputs.Input<Values>>) =>
    (input.current = { ...input.current, ...changes });

  /**
   * @param takeOver also if another tab with the same form has kept its own input since
   * @param sent tells the other tabs that the draft ends because it was sent
   */
  function keep(takeOver?: boolean, draft = inputs.toKeep(input.current), sent?: boolean) {
    if (path.current === null) return;
    const stored = getDraft(id, path.current);
    if (stored && !takeOver && !inputs.isSame(stored.values, kept.current)) return;
    if (draft) {
      const item = (input.current.item ??= newIdempotencyKey());
      saveDraft(id, path.current, { ...draft, item, rev: (input.current.rev ??= version?.rev) });
    } else {
      change({ rev: undefined });
      if (stored && sent) saveDraft(id, path.current, { ...stored, sent: true });
      removeDraft(id, path.current);
    }
    kept.current = input.current.values;
  }

  /** Starts again without the draft. */
  function clear(takeOver: boolean) {
    endOffer.current?.();
    keep(takeOver, null);
    input.current = inputs.opened(input.current.untouched);
    restore(input.current.values);
  }

  useEffect(() => {
    if (inputs.isSame(values, input.current.values)) return;
    input.current = inputs.changed(input.current, values);
    if (input.current.touched) keep(true);
  });

  useEffect(() => {
    path.current = here();
    const draft = getDraft(id, path.current) ?? editedDraft(id, path.current);
    const restored = draft && inputs.restored(input.current, draft);
    const rest = restored && inputs.toKeep(restored);
    if (rest) input.current = restored;
    if (draft) keep(true, rest);
    if (rest) {
      restore(restored.values);
      const isOlder = version && draft.rev! < version.rev!;
      if (isOlder && !inputs.isSame(restored.values, restored.untouched)) version.showSaved();
      else endOffer.current = offer(() => clear(true));
    }
    const ended = onDraftSent(id, path.current, (sent) => {
      if (!inputs.isSent(input.current, restored?.values, sent)) return;
      clear(false);
      toast.info("This was saved in another tab.");
    });
    return () => {
      ended();
      endOffer.current?.();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- runs once: later drafts come from this form
  }, []);

  return {
    /** The user types or presses. React reports it before the change, even while the form is being hydrated. */
    touch: () => void change({ touched: true }),
    /** Makes these the values that were not typed: a newer version, or what was just saved. Returns the former ones. */
    rebase: (newer: Partial<Values>): Values => {
      const { untouched } = input.current;
      change({ untouched: { ...untouched, ...newer }, rev: undefined });
      return untouched;
    },
    /** What to send: `body`, or what was sent without a response, if the values are the same. It is kept. */
    attempt: (body: unknown): inputs.Attempt => {
      const sent = inputs.sent(input.current, { key: newIdempotencyKey(), body, at: Date.now() });
      input.current = sent;
      keep();
      return sent.attempt;
    },
    /** See `answered` of form-input.ts. */
    answered: (refused: boolean, saved: boolean) => {
      const { item } = input.current;
      input.current = inputs.answered(input.current, refused, saved);
      if (saved && item) changeUnsent(id, item, { is: "closed" });
      keep();
    },
    /** Keeps what was sent until there is a connection. Returns false if the browser cannot store it. */
    postpone: (entry: UnsentEntry, toBody: (sent: unknown) => unknown): boolean => {
      const { attempt } = input.current;
      const item = attempt && { ...entry, ...attempt, body: toBody(attempt.body) };
      return item !== null && changeUnsent(id, item.key, { is: "entered", item });
    },
    /** Deletes the draft after its content was saved. */
    finish: (leaving: boolean) => {
      endOffer.current?.();
      const { item } = input.current;
      if (item) changeUnsent(id, item, { is: "closed" });
      keep(false, null, true);
      input.current = inputs.finished(input.current);
      if (leaving) path.current = null;
    },
  };
}
