"use client";

import { useSyncExternalStore } from "react";
import { lastChangeSaved, SESSION_ACTIVE_EVENT } from "@/lib/client/call";

function subscribe(onAnswer: () => void) {
  window.addEventListener(SESSION_ACTIVE_EVENT, onAnswer);
  return () => window.removeEventListener(SESSION_ACTIVE_EVENT, onAnswer);
}

/** Says on an error page that the change before it was saved, so that nobody makes it twice. */
export function SavedNote() {
  const saved = useSyncExternalStore(subscribe, lastChangeSaved, () => false);
  return saved ? <div>Your last change was saved.</div> : null;
}
