"use client";

import { useSyncExternalStore } from "react";
import { lastWrite, SESSION_ACTIVE_EVENT } from "@/lib/client/last-write";

function subscribe(onResponse: () => void) {
  window.addEventListener(SESSION_ACTIVE_EVENT, onResponse);
  return () => window.removeEventListener(SESSION_ACTIVE_EVENT, onResponse);
}

/** Says on an error page that the change before it was saved, so that nobody makes it twice. */
export function SavedNote() {
  const saved = useSyncExternalStore(
    subscribe,
    () => lastWrite.saved,
    () => false,
  );
  return saved ? <div>Your last change was saved.</div> : null;
}
