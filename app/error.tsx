"use client";

import { useEffect } from "react";
import { ErrorPage, type ErrorPageProps } from "@/components/navigation/error-page";

/** A screen of which not even the top bar could be made: the database is away, say. */
export default function AppError({ error, reset }: ErrorPageProps) {
  useEffect(() => console.error(error), [error]);
  return <ErrorPage error={error} reset={reset} />;
}
