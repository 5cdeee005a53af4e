"use client";

import { useEffect } from "react";

/**
 * Registers public/sw.js, which keeps screens, and shows an offline page instead of the browser's. Its address is the same in
 * every build, so that only a change of the worker itself replaces it.
 */
export function RegisterServiceWorker() {
  useEffect(() => {
    navigator.serviceWorker?.register("/sw.js").catch(() => {});
  }, []);
  return null;
}
