"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Icon } from "./icon";
import { IconButton } from "./icon-button";
import { focusOnce } from "./focus-once";
import { Sentence } from "./bdi";

type ToastTone = "error" | "success" | "info";

export type ToastOptions = {
  /**
   * Milliseconds until it disappears. Hovering, touching, or focusing it, or hiding the page, keeps it. Default 6000,
   * more for a long text. "next-action": as long as the user does nothing that ends a message.
   */
  duration?: number | "next-action" | undefined;
  /** One action, such as Undo; it dismisses the toast. */
  action?: { label: string; onClick: () => void } | undefined;
};

type ToastData = ToastOptions & { id: number; tone: ToastTone; text: string };

const none: readonly ToastData[] = [];
/** The one that is shown, and those that wait. */
let toasts = none;
let lastId = 0;
const listeners = new Set<() => void>();

function update(next: readonly ToastData[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const close = (id: number) => update(toasts.filter((one) => one.id !== id));

const show = (tone: ToastTone) => (text: string, options?: ToastOptions) => {
  const id = ++lastId;
  // What failed is shown at once. What the user has just done does not wait behind an Undo.
  const stays = (one: ToastData) =>
    tone === "error" ? one.tone === "error" : !options?.action || one.duration !== "next-action";
  update([...toasts.filter(stays), { ...options, id, tone, text }]);
  return () => close(id);
};

/** Milliseconds that a toast is shown at most while another one waits. */
const HURRIED = 2_000;

/**
 * Shows a toast with role="alert" and exactly the given text, one at a time. An error replaces all but errors, and an action
 * an Undo. A message ends when the user follows a link, goes back, or sends something; an error does not. Returns a
 * function that dismisses it.
 */
export const toast = {
  error: show("error"),
  success: show("success"),
  info: show("info"),
  /** Dismisses all toasts. */
  clear: () => update(none),
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Renders the toast, above the action bar if there is one. Used once, in the layout. */
export function Toaster() {
  const [one, ...waiting] = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  return (
    <section aria-label="Messages" className="toasts">
      {one ? (
        <Toast key={one.id} {...one} hurried={waiting.length > 0} onClose={() => close(one.id)} />
      ) : null}
    </section>
  );
}

/** Milliseconds in which a form steps back by itself to the screen that shows the toast. */
const LEAVING = 1_000;

/** What leads to another screen, or sends something. */
const ACTION = "a[href], [type=submit], [data-write]";

const icons: Record<ToastTone, string> = {
  error: "icon-circle-alert text-danger",
  success: "icon-circle-check text-owed",
  info: "icon-info text-brand",
};

function Toast({
  tone,
  text,
  duration = Math.max(6000, 70 * text.length),
  action,
  hurried,
  onClose,
}: ToastData & { hurried: boolean; onClose: () => void }) {
  // Nobody can read it while the page is hidden.
  const [held, setHeld] = useState(() => document.hidden);
  const left = useRef(duration === "next-action" ? 0 : duration);
  const endsWithAction = duration === "next-action" || (tone !== "error" && !action);
  const end = useRef(onClose);
  /** Had the focus before the toast. */
  const before = useRef<HTMLElement>(null);

  useEffect(() => {
    if (held || duration === "next-action") return;
    const started = Date.now();
    const timer = setTimeout(end.current, hurried ? Math.min(left.current, HURRIED) : left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - started;
    };
  }, [held, hurried, duration]);

  useEffect(() => {
    if (!endsWithAction) return;
    const ended = new AbortController();
    const { signal } = ended;
    const onClick = ({ target }: MouseEvent) => (target as Element).closest(ACTION) && end.current();
    window.addEventListener("click", onClick, { signal, capture: true });
    const since = Date.now();
    window.addEventListener("popstate", () => Date.now() - since > LEAVING && end.current(), { signal });
    return () => ended.abort();
  }, [endsWithAction]);

  useEffect(() => {
    const update = () => setHeld(document.hidden);
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);

  /** Before it closes, the focus returns to the page. Nothing scrolls, because the toast did not leave the page. */
  function dismiss() {
    const main = document.getElementById("main");
    if (main) focusOnce(main, { preventScroll: true });
    // Where the user was may be gone by now.
    before.current?.focus({ preventScroll: true });
    onClose();
  }

  return (
    <div
      // Not onPointerEnter: the toast may appear under a resting pointer.
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHeld(true);
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget as HTMLElement | null;
      }}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-full animate-rise items-center gap-x-2 rounded-card border border-line bg-raised py-2 pr-1 pl-[min(1rem,4vw)] text-ink shadow-lift [&>.icon]:size-[min(1.5rem,7vw)] [&>.icon-button]:size-[min(2.75rem,44px)] [&>.icon-button]:min-h-0 [&>.icon-button]:min-w-0"
    >
      <Icon className={icons[tone]} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <p role="alert" className="min-w-0 flex-1 basis-28 py-2 font-semibold">
          <Sentence>{text}</Sentence>
        </p>
        {action ? (
          <button
            type="button"
            className="-ml-2 min-h-11 shrink-0 rounded-full px-2 font-bold text-brand transition-colors duration-150 hover:bg-brand-soft"
            onClick={() => {
              dismiss();
              action.onClick();
            }}
          >
            {action.label}
          </button>
        ) : null}
      </div>
      <IconButton icon="icon-x" aria-label="Dismiss" onClick={dismiss} />
    </div>
  );
}
