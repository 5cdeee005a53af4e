"use client";

import { useEffect } from "react";
import { ErrorPage, type ErrorPageProps } from "@/components/navigation/error-page";

/** The expense to edit could not be loaded (spec section 5). */
export default function EditExpenseError({ error, reset }: ErrorPageProps) {
  useEffect(() => console.error(error), [error]);
  return <ErrorPage error={error} reset={reset} message="Failed to load data." />;
}
