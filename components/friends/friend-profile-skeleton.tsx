import { Button } from "@/components/ui/button";
import { GoBack } from "@/components/ui/go-back";
import { Page } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/skeleton";
import { SkeletonList } from "@/components/ui/skeleton-list";
import { TwoColumns } from "./two-columns";

/** The skeleton of a profile while the relationship is checked. */
export function FriendProfileSkeleton() {
  return (
    <Page>
      <GoBack fallback="/friends" />
      <TwoColumns balanced>
        <div>
          <div className="flex items-center gap-4">
            <Skeleton className="size-16 rounded-full" />
            <Skeleton className="h-8 w-48" />
          </div>
          <Button disabled className="self-start">
            Loading...
          </Button>
          <SkeletonList amounts rows={2} />
        </div>
        <div aria-hidden>
          <SkeletonList amounts rows={4} />
        </div>
      </TwoColumns>
    </Page>
  );
}
