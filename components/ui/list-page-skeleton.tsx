import type { Route } from "next";
import { GoBack } from "./go-back";
import { Page } from "./page";
import { Skeleton } from "./skeleton";
import { SkeletonList } from "./skeleton-list";

/** The skeleton of a page with a title and a list. */
export function ListPageSkeleton<T extends string>({ backTo }: { backTo: Route<T> }) {
  return (
    <Page>
      <div className="flex flex-col gap-4">
        <GoBack fallback={backTo} />
        <Skeleton className="h-9 w-2/5" />
      </div>
      <SkeletonList rows={6} />
    </Page>
  );
}
