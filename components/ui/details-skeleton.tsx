import { Page } from "./page";
import { Skeleton } from "./skeleton";
import { SkeletonList } from "./skeleton-list";

/** The skeleton of a details screen. @param summary the classes of the block above its list */
export function DetailsSkeleton({ summary }: { summary: string }) {
  return (
    <Page>
      <div aria-hidden className="flex flex-col gap-4">
        <Skeleton className="mt-3 h-5 w-24" />
        <Skeleton className="h-9 w-56" />
        <Skeleton className={summary} />
      </div>
      <SkeletonList rows={3} amounts />
    </Page>
  );
}
