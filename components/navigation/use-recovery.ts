"use client";

import { useEffect, useRef } from "react";

/** Milliseconds between two looks at whether the server is back. */
const INTERVAL = 3000;

/** A screen that fails although the server answers is tried again by itself this rarely, in milliseconds. */
const PATIENCE = 60_000;

let retriedAt = -Infinity;

/**
 * Calls `retry` once the server answers again after it did not. The failure itself may have been the only sign of an
 * outage that is over, so it also retries when the server answers at once, but not over and over.
 */
export function useRecovery(retry: () => void): void {
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });

  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let wasDown = false;

    async function look() {
      if (document.hidden) return;
      try {
        const { ok } = await fetch("/api/health", { cache: "no-store", signal });
        if (!ok) throw new Error("The server is not ready.");
      } catch {
        wasDown = true;
        return;
      }
      if (!wasDown && Date.now() - retriedAt < PATIENCE) return;
      wasDown = false;
      retriedAt = Date.now();
      latest.current();
    }

    void look();
    const timer = setInterval(() => void look(), INTERVAL);
    window.addEventListener("online", () => void look(), { signal });
    return () => {
      ended.abort();
      clearInterval(timer);
    };
  }, []);
}
