"use client";

import { useEffect } from "react";

/**
 * Registers public/sw.js, which shows an offline page instead of the browser's. It keeps that page with its style sheet,
 * so another sheet gets another worker.
 */
export function RegisterServiceWorker() {
  useEffect(() => {
    navigator.serviceWorker?.register(`/sw.js?${document.styleSheets[0]?.href}`).catch(() => {});
  }, []);
  return null;
}
