"use client";

/** A guarded screen that failed: the top bar stays, and one can try again. */
export { ErrorPage as default } from "@/components/navigation/error-page";
