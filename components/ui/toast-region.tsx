"use client";

import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { clsx } from "clsx";
import type { CSSProperties } from "react";
import { toast as sonner, Toaster as SonnerToaster } from "sonner";
import { IconButton } from "./icon-button";
import type { ToastOptions, ToastTone } from "./toast";

const icons = { error: CircleAlert, success: CircleCheck, info: Info };
const colours: Record<ToastTone, string> = { error: "text-danger", success: "text-owed", info: "text-brand" };

export type ToastCardProps = {
  tone: ToastTone;
  text: string;
  action?: ToastOptions["action"];
  onClose: () => void;
};

/** What a toast looks like; exported for the showcase. Use toast.error and its like. */
export function ToastCard({ tone, text, action, onClose }: ToastCardProps) {
  const Icon = icons[tone];
  return (
    <div className="flex w-full flex-wrap items-center gap-x-3 rounded-card border border-line bg-surface py-2 pr-2 pl-4 text-ink shadow-lift">
      <Icon aria-hidden className={clsx("size-6 shrink-0", colours[tone])} />
      <p role="alert" className="min-w-0 flex-1 basis-32 py-2 font-semibold">
        {text}
      </p>
      {action ? (
        <button
          type="button"
          onClick={() => {
            onClose();
            action.onClick();
          }}
          className="min-h-11 shrink-0 rounded-full px-2 font-bold text-brand transition-colors duration-150 hover:bg-brand-soft"
        >
          {action.label}
        </button>
      ) : null}
      <IconButton aria-label="Dismiss" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

/** Shows a toast; through toast.error and its like. */
export function showToast(tone: ToastTone, text: string, { duration = 6000, action }: ToastOptions = {}) {
  sonner.custom(
    (id) => <ToastCard tone={tone} text={text} action={action} onClose={() => sonner.dismiss(id)} />,
    { duration },
  );
}

/** Takes all toasts away. */
export function clearToasts(): void {
  sonner.dismiss();
}

/** Where toasts appear: below the top bar, so that the action at the thumb stays free. */
export function ToastRegion() {
  return (
    // sonner gives the focus back to where it came from as soon as it leaves the toasts: Tab would never get past them.
    <div className="contents" onFocusCapture={(event) => event.stopPropagation()}>
      <SonnerToaster
        position="top-center"
        offset="calc(var(--top-bar) + 0.5rem)"
        mobileOffset={{ top: "calc(var(--top-bar) + 0.5rem)", left: "1rem", right: "1rem" }}
        expand
        style={{ fontFamily: "inherit", "--width": "26rem" } as CSSProperties}
        containerAriaLabel="Notifications"
        toastOptions={{ className: "w-full" }}
      />
    </div>
  );
}
