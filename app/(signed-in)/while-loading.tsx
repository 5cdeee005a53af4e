import { headers } from "next/headers";
import { Suspense, type ReactNode } from "react";

/**
 * Shows `fallback` while `children` (an async server component) load, when one gets here from another screen.
 * A page that is opened by its address waits instead: what may not be seen answers 404 and not 200, and the lists
 * can be read without scripts. A loading.tsx would give up both.
 */
export async function WhileLoading({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const requestHeaders = await headers();
  const fromAnotherScreen = requestHeaders.get("sec-fetch-dest") === "empty";
  return fromAnotherScreen ? <Suspense fallback={fallback}>{children}</Suspense> : children;
}
