"use client";

import { useEffect } from "react";
import { whoLeft } from "@/components/session/who-left";
import { LEFT_COOKIE } from "@/lib/cookies";
import { forgetDrafts } from "./drafts";

/** Deletes the drafts of the person who has just logged out. When a session ends by itself, they are kept. */
export function ForgetDrafts() {
  useEffect(() => {
    const userId = whoLeft();
    if (!userId) return;
    forgetDrafts(userId);
    // They may sign in again.
    document.cookie = `${LEFT_COOKIE}=; max-age=0; path=/`;
  }, []);
  return null;
}
