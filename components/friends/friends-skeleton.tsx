import { Page } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/skeleton";
import { SkeletonList } from "@/components/ui/skeleton-list";
import { TwoColumns } from "./two-columns";

/** The skeleton of the home screen. */
export function FriendsSkeleton() {
  return (
    <Page>
      <TwoColumns>
        <div>
          <Skeleton className="h-52 rounded-card" />
          <SkeletonList amounts rows={4} />
        </div>
        <div aria-hidden>
          <Skeleton className="h-11 w-1/2" />
          <Skeleton className="h-22 rounded-card lg:h-64" />
        </div>
      </TwoColumns>
    </Page>
  );
}
