"use client";

import { useEffect } from "react";
import { ErrorPage, type ErrorPageProps } from "@/components/navigation/error-page";

/** A guarded screen that failed: the top bar stays, and one can try again. */
export default function ScreenError({ error, reset }: ErrorPageProps) {
  useEffect(() => console.error(error), [error]);
  return <ErrorPage error={error} reset={reset} />;
}
