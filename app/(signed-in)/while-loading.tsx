import type { ReactNode } from "react";
import { LoadingBoundary } from "@/components/refresh/loading-boundary";
import { isClientNavigation } from "@/lib/page";

/**
 * Shows `fallback` while `children` (an async server component) load, when one gets here from another screen.
 * A page that is opened by its address waits instead: what may not be seen answers 404 and not 200, and the lists
 * can be read without scripts. A loading.tsx would give up both.
 */
export async function WhileLoading({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <LoadingBoundary fallback={(await isClientNavigation()) ? fallback : null}>{children}</LoadingBoundary>
  );
}
