"use client";

import { useEffect } from "react";
import { useSWRConfig } from "swr";
import { call } from "@/lib/client/call";
import { NEW_ACTIVITY } from "./new-activity";

/** Marks the activity on the screen as seen. @param latest when the first row happened */
export function MarkActivitySeen({ latest }: { latest: string | undefined }) {
  const { mutate } = useSWRConfig();
  useEffect(() => {
    if (!latest) return;
    // Not until now: what has happened since is not on the screen.
    const marked = call("PUT /api/users/activity", { query: { until: latest } }).then(() => ({ count: 0 }));
    mutate(NEW_ACTIVITY, marked, { revalidate: false }).catch((error: unknown) =>
      // It will be new again at the next visit, which is not worth an error message.
      console.warn("Failed to mark the activity as seen.", error),
    );
  }, [latest, mutate]);
  return null;
}
