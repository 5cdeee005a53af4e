import { Page } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/skeleton";
import { SkeletonList } from "@/components/ui/skeleton-list";

/** The skeleton of the home screen. */
export function FriendsSkeleton() {
  return (
    <Page width="wide">
      <div className="home">
        <Skeleton className="h-80 rounded-card" />
        <div aria-hidden className="flex flex-col gap-4">
          <Skeleton className="h-11 w-1/2" />
          <Skeleton className="h-22 rounded-card lg:h-64" />
        </div>
        <SkeletonList amounts rows={4} />
      </div>
    </Page>
  );
}
