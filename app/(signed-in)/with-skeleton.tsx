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
 * A page that shows a skeleton while its content, an async server component, loads, on client-side navigation. A document
 * request waits instead, so that it can answer 404, and its lists can be read without JavaScript. A loading.tsx would
 * prevent both.
 * @param skeletonOf returns the skeleton; null: the screen before stays
 */
export function withSkeleton<Params, Query>(
  Content: (address: Address<Params, Query>) => Promise<ReactNode>,
  skeletonOf: (address: Address<Params, Query>) => ReactNode,
) {
  return async function Page(props: PageProps<Params, Query>) {
    const address = await addressOf(props);
    return (
      <LoadingBoundary fallback={(await isClientNavigation()) ? skeletonOf(address) : null}>
        <Content {...address} />
        <NoteRevision />
      </LoadingBoundary>
    );
  };
}

/** Tells the browser what the screen shows, so that it knows when that has changed. */
async function NoteRevision() {
  return <ShownRevision revision={(await getPageUser())?.revision ?? ""} />;
}
