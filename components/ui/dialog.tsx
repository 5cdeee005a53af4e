"use client";

import { clsx } from "clsx";
import { useEffect, useId, useRef, type ReactNode } from "react";

export type DialogProps = {
  open: boolean;
  /** Called on Escape and on a click beside the dialog: set `open` to false there. */
  onClose: () => void;
  /** The heading, and the dialog's name. */
  title: string;
  /** alertdialog: an answer is asked for. */
  role?: "dialog" | "alertdialog" | undefined;
  /** While something runs that must not be left: Escape and clicks beside it do nothing. */
  locked?: boolean | undefined;
  children: ReactNode;
};

/**
 * A modal dialog within the page. The browser's own <dialog> keeps the focus inside and gives it back to
 * where it was; the first control with `autoFocus` gets it at the start.
 */
export function Dialog({ open, onClose, title, role = "dialog", locked = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const bodyId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      // React does not write the autofocus attribute that showModal() looks for.
      dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);

  const leave = () => {
    if (!locked) onClose();
  };

  return (
    <dialog
      ref={ref}
      role={role}
      aria-modal="true"
      aria-labelledby={titleId}
      aria-describedby={role === "alertdialog" ? bodyId : undefined}
      onCancel={(event) => {
        // The parent decides: `open` is the truth, not the browser.
        event.preventDefault();
        leave();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) leave();
      }}
      className={clsx(
        "fixed inset-x-4 top-auto bottom-[max(1rem,env(safe-area-inset-bottom))] m-0 w-auto max-w-md overflow-visible rounded-card bg-surface p-0 text-ink shadow-lift backdrop:bg-backdrop open:animate-rise sm:inset-0 sm:m-auto sm:h-fit sm:w-full",
      )}
    >
      {open ? (
        <div className="flex max-h-[80dvh] flex-col gap-4 overflow-y-auto p-6">
          <h2 id={titleId} className="text-xl/7 font-extrabold tracking-tight">
            {title}
          </h2>
          <div id={bodyId} className="flex flex-col gap-4">
            {children}
          </div>
        </div>
      ) : null}
    </dialog>
  );
}
