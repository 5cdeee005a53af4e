"use client";

import { useEffect, useState, type ComponentType } from "react";

export type ToastTone = "error" | "success" | "info";

export type ToastOptions = {
  /** Milliseconds until it goes away by itself; hovering or touching keeps it. Default 6000. */
  duration?: number | undefined;
  /** One thing to do about it, e.g. Undo; it takes the toast away. */
  action?: { label: string; onClick: () => void } | undefined;
};

// News comes after somebody has done something: what shows it is loaded after the page.
const load = () => import("./toast-region");

function show(tone: ToastTone, text: string, options?: ToastOptions): void {
  void load().then(({ showToast }) => showToast(tone, text, options));
}

/** Short news above the page, each with role="alert" and exactly the given text. */
export const toast = {
  error: (text: string, options?: ToastOptions) => show("error", text, options),
  success: (text: string, options?: ToastOptions) => show("success", text, options),
  info: (text: string, options?: ToastOptions) => show("info", text, options),
  /** Takes all of them away. */
  clear: () => void load().then(({ clearToasts }) => clearToasts()),
};

/** The place for toasts. Once, in the root layout. */
export function Toaster() {
  // By hand: next/dynamic would weigh a quarter of what it saves.
  const [Region, setRegion] = useState<ComponentType | null>(null);
  useEffect(() => {
    void load().then(({ ToastRegion }) => setRegion(() => ToastRegion));
  }, []);
  return Region ? <Region /> : null;
}
