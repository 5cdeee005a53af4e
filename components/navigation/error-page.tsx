"use client";

import { usePathname, useRouter } from "next/navigation";
import { startTransition, useEffect, useEffectEvent } from "react";
import { GENERIC_MESSAGE } from "@/lib/core/text/generic-message";
import { SavedNote } from "./saved-note";

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

/** The error page of a screen: offers to try again, and does so by itself when the server responds. Next.js logs it. */
export function ErrorPage({ error, reset }: ErrorPageProps) {
  const router = useRouter();
  // The only screen with its own message (docs/rules.md#input).
  const editsExpense = usePathname().includes("/edit-expense/");

  const retry = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  useRecovery(retry);
  return (
    // Plain elements, because every screen loads it.
    <main id="main" className="page">
      <div className="empty-state my-auto" role="alert">
        {/* oxlint-disable-next-line nextjs/no-img-element -- an SVG: nothing to optimize */}
        <img src="/empty/offline.svg" alt="" width={160} height={120} />
        <div>
          <h1>{editsExpense ? "Failed to load data." : GENERIC_MESSAGE}</h1>
          <SavedNote />
          {error.digest ? <div>If this keeps happening, report this error code: {error.digest}</div> : null}
        </div>
        <button type="button" className="button button-primary" onClick={retry}>
          Try again
        </button>
      </div>
    </main>
  );
}

/** The interval at which the server is polled, in milliseconds. */
const INTERVAL = 3000;

/**
 * The minimum interval between automatic retries of a screen that fails although the server responds, in milliseconds.
 */
const PATIENCE = 60_000;

let retriedAt = -Infinity;

/**
 * Calls `retry` when the server responds again after an outage. The failed screen may be the only sign of an outage
 * that is already over, so it also retries if the server responds at once, but not in a loop. A hidden tab waits.
 */
function useRecovery(retry: () => void): void {
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
