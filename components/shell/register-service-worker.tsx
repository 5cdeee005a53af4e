"use client";

import { useEffect } from "react";
import { asOf } from "@/components/session/kept-screens";

/**
 * Registers public/sw.js, which keeps screens, and shows an offline page instead of the browser's. It keeps that page with
 * its style sheet, so another sheet gets another worker.
 */
export function RegisterServiceWorker() {
  useEffect(() => {
    // A page that the worker shows may be of an earlier build.
    if (asOf()) return;
    navigator.serviceWorker?.register(`/sw.js?${document.styleSheets[0]?.href}`).catch(() => {});
  }, []);
  return null;
}
