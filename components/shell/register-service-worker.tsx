"use client";

import { useEffect } from "react";

/**
 * Registers public/sw.js, which shows an offline page instead of the browser's. It keeps that page with its style sheet,
 * so another sheet gets another worker.
 */
export function RegisterServiceWorker() {
  useEffect(() => {
    const sheet = document.querySelector<HTMLLinkElement>("link[rel=stylesheet]")?.href ?? "";
    navigator.serviceWorker?.register(`/sw.js?${sheet.slice(sheet.lastIndexOf("/") + 1)}`).catch(() => {});
  }, []);
  return null;
}
