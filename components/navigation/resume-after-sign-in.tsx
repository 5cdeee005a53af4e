"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useCurrentUser } from "@/components/current-user";
import { takeReturnPath } from "@/components/forms/form-draft";

/** After signing in again: brings the person back to where the session ended, once. */
export function ResumeAfterSignIn() {
  const user = useCurrentUser();
  const router = useRouter();
  useEffect(() => {
    const path = takeReturnPath(user.id);
    if (path && path !== location.pathname) router.replace(path as Route);
  }, [router, user.id]);
  return null;
}
