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
    let wasDown = Date.now() - retriedAt > PATIENCE;

    async function look() {
      const up = await fetch("/api/health", { cache: "no-store" }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (up && wasDown) {
        retriedAt = Date.now();
        latest.current();
      }
      wasDown = !up;
    }

    const timer = setInterval(() => void look(), INTERVAL);
    return () => clearInterval(timer);
  }, []);
}
