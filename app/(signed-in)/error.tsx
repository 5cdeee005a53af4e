"use client";

/** The error page of guarded screens: keeps the top bar and offers to try again. */
export { ErrorPage as default } from "@/components/navigation/error-page";
