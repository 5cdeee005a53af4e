"use client";

import { useLinkStatus } from "next/link";

/** Marks the link around it while its screen is on the way; app/components.css says how that looks. */
export function LinkPending() {
  const { pending } = useLinkStatus();
  return pending ? <span hidden className="link-pending" /> : null;
}
