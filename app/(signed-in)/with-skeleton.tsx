import type { ComponentType, ReactNode } from "react";
import { Refused } from "@/components/navigation/gone";
import { LoadingBoundary } from "@/components/refresh/loading-boundary";
import { ShownRevision } from "@/components/refresh/keep-current";
import type { Viewer } from "@/lib/server/access";
import {
  addressOf,
  getPageUser,
  goneOnMissing,
  isClientNavigation,
  notFoundOnMissing,
  refusedOr,
  requirePageUser,
  type Address,
  type Audience,
  type PageProps,
} from "@/lib/server/guarded-page";

export type Options<Params> = Audience & {
  /** Says, on client-side navigation, that the item is gone. For items that can be deleted while their page is open. */
  Gone?: ComponentType<Params>;
};

/**
 * A page of the signed-in user, which shows a skeleton while its content loads, on client-side navigation. A document
 * request waits instead, so that it can return 404, and its lists can be read without JavaScript. A loading.tsx would
 * prevent both.
 * @param skeletonOf returns the skeleton; null: the previous screen stays
 * @param show loads and renders the content; if it rejects with "not-found", the response is the 404 page, and with
 * another user-facing error, a page that says why
 */
export function withSkeleton<Params extends object = object, Query = object>(
  skeletonOf: (address: Address<Params, Query>) => ReactNode,
  show: (shown: Address<Params, Query> & { viewer: Viewer }) => Promise<ReactNode>,
  { Gone, ...audience }: Options<Params> = {},
) {
  async function Content(address: Address<Params, Query>) {
    const shown = show({ viewer: await requirePageUser(audience), ...address });
    const content = Gone
      ? goneOnMissing(shown).then((found) => found ?? <Gone {...address.params} />)
      : notFoundOnMissing(shown);
    return refusedOr<ReactNode>(content, (message) => <Refused message={message} />);
  }
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

/** Tells the browser the screen's revision, so that it notices changes. */
async function NoteRevision() {
  return <ShownRevision revision={(await getPageUser())?.revision ?? ""} />;
}
