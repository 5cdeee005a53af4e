import { GoBack } from "@/components/ui/go-back";
import { Page } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/skeleton";
import { SkeletonHeader, SkeletonList } from "@/components/ui/skeleton-list";

/** The skeleton of the groups screen. */
export function GroupListSkeleton() {
  return (
    <Page>
      <Skeleton className="h-10 w-3/4" />
      <SkeletonList rows={4} />
    </Page>
  );
}

/** The skeleton of a group screen. */
export function GroupSkeleton() {
  return (
    <Page>
      <div className="flex flex-col gap-2">
        <GoBack fallback="/groups" />
        <SkeletonHeader />
      </div>
      <div aria-hidden className="flex gap-4">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="size-16" />
        ))}
      </div>
      <SkeletonList label="Loading group details..." rows={4} amounts />
    </Page>
  );
}
