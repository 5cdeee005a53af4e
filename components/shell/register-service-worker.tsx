"use client";

import { useEffect } from "react";

/** Registers public/sw.js, which shows an offline page instead of the browser's. */
export function RegisterServiceWorker() {
  useEffect(() => {
    navigator.serviceWorker?.register("/sw.js").catch(() => {});
  }, []);
  return null;
}
