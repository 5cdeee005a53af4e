import { cache, type ReactNode } from "react";
import type { Viewer } from "@/lib/server/access";
import { pageMetadata, type Address } from "@/lib/server/guarded-page";
import { withSkeleton, type Options } from "./with-skeleton";

export type TitledPage<Params, Query, Shown> = Options<Params> & {
  load: (viewer: Viewer, params: Params, query: Query) => Promise<Shown>;
  /** What the page is called if nothing is found. */
  title: string;
  /** Whose page it is: `Activity · Lisbon`. */
  of?: (shown: Shown) => string | undefined;
  /** The title is only this. */
  name?: (shown: Shown) => string | undefined;
  /** See {@link withSkeleton}. */
  skeleton: (params: Params) => ReactNode;
  show: (
    shown: Shown,
    address: Address<Params, Query> & { viewer: Viewer },
  ) => ReactNode | Promise<ReactNode>;
};

/** A {@link withSkeleton} page that is titled with the name of what it shows: its `generateMetadata`, and the page. */
export function titledPage<Params extends object, Query, Shown>(page: TitledPage<Params, Query, Shown>) {
  const { load, title, of, name, skeleton, show, ...options } = page;
  // Keyed by a text, because a new object would be a new key each time.
  const loadOnce = cache((viewer: Viewer, address: string) => {
    const { params, query } = JSON.parse(address) as Address<Params, Query>;
    return load(viewer, params, query);
  });
  const shownAt = (viewer: Viewer, { params, query }: Address<Params, Query>) =>
    loadOnce(viewer, JSON.stringify({ params, query }));
  const titleOf = async (viewer: Viewer, address: Address<Params, Query>) => {
    const shown = await shownAt(viewer, address);
    return name?.(shown) ?? [title, of?.(shown)].filter(Boolean).join(" · ");
  };
  return {
    metadata: pageMetadata<Params, Query>(titleOf, title, options),
    Page: withSkeleton<Params, Query>(
      ({ params }) => skeleton(params),
      async (address) => show(await shownAt(address.viewer, address), address),
      options,
    ),
  };
}
