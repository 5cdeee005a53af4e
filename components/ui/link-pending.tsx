"use client";

import { useLinkStatus } from "next/link";

/** Marks the surrounding link while its screen loads. app/components.css styles it. */
export function LinkPending() {
  const { pending } = useLinkStatus();
  return pending ? <span hidden className="link-pending" /> : null;
}
