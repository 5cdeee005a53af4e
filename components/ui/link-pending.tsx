"use client";

import { useLinkStatus } from "next/link";

/** Marks the surrounding link while its screen loads. The variant `pending` of app/utilities.css styles it. */
export function LinkPending() {
  const { pending } = useLinkStatus();
  return pending ? <span hidden className="link-pending" /> : null;
}
