"use client";

import { useEffect } from "react";

/**
 * Registers public/sw.js, which keeps screens, and shows an offline page instead of the browser's. Its address is the same in
 * every build: in Chromium, a navigation may hang whose worker is replaced meanwhile.
 */
export function RegisterServiceWorker() {
  useEffect(() => {
    navigator.serviceWorker?.register("/sw.js").catch(() => {});
  }, []);
  return null;
}
