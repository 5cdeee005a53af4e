import type { ReactNode } from "react";
import { LoadingBoundary } from "@/components/refresh/loading-boundary";
import { ShownRevision } from "@/components/refresh/keep-current";
import { getPageUser, isClientNavigation } from "@/lib/server/guarded-page";

/**
 * Shows `fallback` while `children` (an async server component) load, on client-side navigation. A document request
 * waits instead, so that it can answer 404, and its lists can be read without JavaScript. A loading.tsx would prevent
 * both.
 */
export async function WhileLoading({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <LoadingBoundary fallback={(await isClientNavigation()) ? fallback : null}>
      {children}
      <NoteRevision />
    </LoadingBoundary>
  );
}

/** A page that shows a skeleton while its content, an async server component, loads. See {@link WhileLoading}. */
export function withSkeleton<Props extends object>(
  Content: (props: Props) => Promise<ReactNode>,
  skeletonOf: (props: Props) => ReactNode | Promise<ReactNode>,
) {
  return async function Page(props: Props) {
    return (
      <WhileLoading fallback={await skeletonOf(props)}>
        <Content {...props} />
      </WhileLoading>
    );
  };
}

/** Tells the browser what the screen shows, so that it knows when that has changed. */
export async function NoteRevision() {
  return <ShownRevision revision={(await getPageUser())?.revision ?? ""} />;
}
