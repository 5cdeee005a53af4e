import { Page } from "@/components/ui/page";
import { Skeleton, SkeletonList } from "@/components/ui/skeleton";

/** The shape of home while it loads. */
export function FriendsHomeSkeleton() {
  return (
    <Page width="wide">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start lg:gap-12">
        <div className="flex flex-col gap-8">
          <Skeleton className="h-72 rounded-card!" />
          <SkeletonList amounts rows={4} />
        </div>
        <div aria-hidden className="flex flex-col gap-4">
          <Skeleton className="h-11 w-1/2" />
          <Skeleton className="h-72 rounded-card!" />
        </div>
      </div>
    </Page>
  );
}
