"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useCurrentUser } from "@/components/session/current-user";
import { here, takeReturnPath } from "@/components/session/return-path";

/** Returns the user, once, to the page where the session ended. */
export function ResumeAfterSignIn() {
  const user = useCurrentUser();
  const router = useRouter();
  useEffect(() => {
    const path = takeReturnPath(user.id);
    if (path && path !== here()) router.replace(path as Route);
  }, [router, user.id]);
  return null;
}
