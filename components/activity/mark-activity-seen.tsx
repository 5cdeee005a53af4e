"use client";

import { useEffect } from "react";
import { useSWRConfig } from "swr";
import { api } from "@/lib/api-client";
import { NEW_ACTIVITY } from "./new-activity";

/** Marks the activity on the screen as seen. @param latest id of the first row */
export function MarkActivitySeen({ latest }: { latest: string | undefined }) {
  const { mutate } = useSWRConfig();
  useEffect(() => {
    if (!latest) return;
    api.put("/api/users/activity").then(
      () => mutate(NEW_ACTIVITY, { count: 0 }, { revalidate: false }),
      // It will be new again at the next visit, which is not worth an error message.
      (error: unknown) => console.warn("Failed to mark the activity as seen.", error),
    );
  }, [latest, mutate]);
  return null;
}
