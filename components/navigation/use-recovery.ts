"use client";

import { useEffect, useEffectEvent } from "react";

/** The interval at which the server is polled, in milliseconds. */
const INTERVAL = 3000;

/**
 * The minimum interval between automatic retries of a screen that fails although the server answers, in milliseconds.
 */
const PATIENCE = 60_000;

let retriedAt = -Infinity;

/**
 * Calls `retry` when the server answers again after an outage. The failed screen may be the only sign of an outage
 * that is already over, so it also retries if the server answers at once, but not in a loop. A hidden tab waits.
 */
export function useRecovery(retry: () => void): void {
  const recover = useEffectEvent(retry);

  useEffect(() => {
    let wasDown = Date.now() - retriedAt > PATIENCE;

    async function look() {
      const up = await fetch("/api/health", { cache: "no-store" }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (up && wasDown) {
        retriedAt = Date.now();
        recover();
      }
      wasDown = !up;
    }

    const timer = setInterval(() => document.hidden || void look(), INTERVAL);
    return () => clearInterval(timer);
  }, []);
}
