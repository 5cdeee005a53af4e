import { Button } from "@/components/ui/button";
import { GoBack } from "@/components/ui/go-back";
import { Page } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/skeleton";

/** The skeleton of a profile while the relationship is checked. */
export function FriendProfileSkeleton() {
  return (
    <Page>
      <GoBack fallback="/friends" />
      <div className="flex flex-col items-center gap-4 pt-4">
        <Skeleton className="size-24" />
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-5 w-40" />
        <Button disabled className="mt-4">
          Loading...
        </Button>
      </div>
    </Page>
  );
}
