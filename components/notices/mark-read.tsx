"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { call } from "@/lib/client/call";

/** Marks the notices up to this one as read, then refreshes the count in the top bar. */
export function MarkRead({ until }: { until: string | undefined }) {
  const router = useRouter();
  useEffect(() => {
    if (!until) return;
    call("PUT /api/users/notices/read", { body: { until } }).then(
      () => router.refresh(),
      // They will still be new on the next visit, which does not warrant an error message.
      (error: unknown) => console.warn("Failed to mark the notifications as read.", error),
    );
  }, [until, router]);
  return null;
}
