"use client";

/** The error page if not even the top bar could be rendered, for example without a database. */
export { ErrorPage as default } from "@/components/navigation/error-page";
