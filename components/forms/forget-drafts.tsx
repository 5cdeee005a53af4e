"use client";

import { useEffect } from "react";
import { LEFT_COOKIE } from "@/lib/core/left-cookie";
import { removeStored, storedKeys } from "@/components/session/local-storage";
import { keyOf } from "./form-draft";

/** Deletes the drafts of a user, and what they entered offline, at logout. Others keep theirs. */
export function forgetDrafts(userId: string): void {
  for (const key of storedKeys()) if (key.startsWith(keyOf(userId, ""))) removeStored(key);
}

/** Deletes the drafts of the person who has just logged out. When a session ends by itself, they are kept. */
export function ForgetDrafts() {
  useEffect(() => {
    const [, userId] = new RegExp(`\\b${LEFT_COOKIE}=(\\w+)`).exec(document.cookie) ?? [];
    if (!userId) return;
    forgetDrafts(userId);
    // They may sign in again.
    document.cookie = `${LEFT_COOKIE}=; max-age=0; path=/`;
  }, []);
  return null;
}
