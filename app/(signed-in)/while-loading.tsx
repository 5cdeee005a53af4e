import type { ReactNode } from "react";
import { LoadingBoundary } from "@/components/refresh/loading-boundary";
import { ShownRevision } from "@/components/refresh/keep-current";
import {
  addressOf,
  getPageUser,
  isClientNavigation,
  type Address,
  type PageProps,
} from "@/lib/server/guarded-page";

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
export function withSkeleton<Params, Query>(
  Content: (address: Address<Params, Query>) => Promise<ReactNode>,
  skeletonOf: (address: Address<Params, Query>) => ReactNode,
) {
  return async function Page(props: PageProps<Params, Query>) {
    const address = await addressOf(props);
    return (
      <WhileLoading fallback={skeletonOf(address)}>
        <Content {...address} />
      </WhileLoading>
    );
  };
}

/** Tells the browser what the screen shows, so that it knows when that has changed. */
export async function NoteRevision() {
  return <ShownRevision revision={(await getPageUser())?.revision ?? ""} />;
}
