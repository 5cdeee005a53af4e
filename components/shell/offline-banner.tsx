"use client";

import { useSyncExternalStore } from "react";
import { Icon } from "@/components/ui/icon";

function subscribe(onChange: () => void) {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** Shown while there is no connection. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    // The live region has to exist before its text changes.
    <div role="status" className="offline-banner">
      {online ? null : (
        <p>
          <Icon className="icon-wifi-off size-4" />
          You&apos;re offline. This page may be out of date, and changes can&apos;t be saved.
        </p>
      )}
    </div>
  );
}
