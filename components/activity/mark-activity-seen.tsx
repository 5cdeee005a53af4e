"use client";

import { use, useEffect } from "react";
import { AnswersContext } from "@/lib/client/answers";
import { call } from "@/lib/client/call";
import { NEW_ACTIVITY } from "./new-activity";

/** Marks the activity on the screen as seen. @param latest when the first row happened */
export function MarkActivitySeen({ latest }: { latest: string | undefined }) {
  const answers = use(AnswersContext);
  useEffect(() => {
    if (!latest) return;
    // Not until now: what has happened since is not on the screen.
    call("PUT /api/users/activity", { query: { until: latest } }).then(
      () => answers.keep(NEW_ACTIVITY, { data: { count: 0 } }),
      // It will be new again at the next visit, which is not worth an error message.
      (error: unknown) => console.warn("Failed to mark the activity as seen.", error),
    );
  }, [latest, answers]);
  return null;
}
