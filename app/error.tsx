"use client";

import { useEffect } from "react";
import { ErrorPage, type ErrorPageProps } from "@/components/navigation/error-page";

/** The error page if not even the top bar could be rendered, for example without a database. */
export default function AppError({ error, reset }: ErrorPageProps) {
  useEffect(() => console.error(error), [error]);
  return <ErrorPage error={error} reset={reset} />;
}
