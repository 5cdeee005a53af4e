"use client";

import { useEffect } from "react";

/** Lets public/sw.js show a page of ours where there is no connection. Without it the browser shows its own. */
export function RegisterServiceWorker() {
  useEffect(() => {
    navigator.serviceWorker?.register("/sw.js").catch(() => {});
  }, []);
  return null;
}
