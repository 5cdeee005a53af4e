"use client";

import { useEffect, useId, useRef, type ReactNode } from "react";
import { focusAfter } from "./keep-focus";
import { Sentence } from "./bdi";

export type DialogProps = {
  open: boolean;
  /** Called on Escape and on a click outside. Set `open` to false in it. */
  onClose: () => void;
  /** The heading, and the accessible name. */
  title: string;
  /** alertdialog: asks for a decision. */
  role?: "dialog" | "alertdialog" | undefined;
  /** While an action runs: Escape and clicks outside are ignored. */
  locked?: boolean | undefined;
  children: ReactNode;
};

/**
 * A modal dialog. The browser's own <dialog> traps the focus and restores it on closing; the first control with
 * `data-autofocus` gets it on opening.
 */
export function Dialog({ open, onClose, title, role = "dialog", locked = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget>(null);
  const titleId = useId();
  const bodyId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    const opener = document.activeElement;
    // Safari does not focus a button that is clicked.
    const moveOn = opener && opener !== document.body ? focusAfter(opener) : null;
    dialog.showModal();
    // React does not render the autofocus attribute, which showModal() looks for.
    const first = dialog.querySelector<HTMLElement>("[data-autofocus]");
    // The title of a long dialog stays in view.
    first?.focus({ preventScroll: true });
    // Typing replaces the suggested value.
    if (first instanceof HTMLInputElement) first.select();
    return () => {
      dialog.close();
      // The opener may be gone.
      moveOn?.();
    };
  }, [open]);

  const leave = () => {
    if (!locked) onClose();
  };

  return (
    <dialog
      ref={ref}
      role={role}
      // Most dialogs of a screen are never opened.
      {...(open && {
        "aria-modal": true,
        "aria-labelledby": titleId,
        "aria-describedby": role === "alertdialog" ? bodyId : undefined,
      })}
      onCancel={(event) => {
        // The parent is in control: `open` determines the state.
        event.preventDefault();
        leave();
      }}
      onClose={() => {
        // A second Escape closes it even if the first one was refused.
        if (!open) return;
        if (locked) ref.current?.showModal();
        else onClose();
      }}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={({ target, currentTarget }) => {
        // Selecting text may end outside.
        if (target === currentTarget && target === pressed.current) leave();
      }}
      className="dialog"
    >
      {open ? (
        <div className="flex max-h-[calc(100dvh-2.5rem)] flex-col scroll-pb-40 gap-4 overflow-y-auto px-6 pt-6">
          <h2 id={titleId} className="text-xl/7 font-extrabold tracking-tight">
            <Sentence>{title}</Sentence>
          </h2>
          <div id={bodyId} className="flex flex-col gap-4">
            {children}
          </div>
        </div>
      ) : null}
    </dialog>
  );
}

/**
 * The buttons of a dialog. They stay in view: long content scrolls behind them. On a phone held sideways, nothing else
 * would be.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 -mx-6 -mt-4 flex flex-col gap-3 rounded-b-card bg-[linear-gradient(transparent,var(--color-surface)_1rem)] px-6 pt-4 pb-6 sm:flex-row sm:*:flex-1 [@media(max-height:25rem)]:static">
      {children}
    </div>
  );
}
