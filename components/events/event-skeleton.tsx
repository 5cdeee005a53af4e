import { Page } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/skeleton";
import { SkeletonList } from "@/components/ui/skeleton-list";
import { EventColumns } from "./event-columns";

/** The skeleton of the event screen. */
export function EventSkeleton() {
  return (
    <Page>
      <div aria-hidden className="flex flex-col gap-4">
        <Skeleton className="mt-3 h-5 w-24" />
        <Skeleton className="h-9 w-64" />
        <Skeleton className="h-5 w-48" />
      </div>
      <EventColumns
        side={
          <>
            <Skeleton className="h-40 rounded-card" />
            <SkeletonList rows={2} amounts />
          </>
        }
        main={<SkeletonList rows={5} amounts />}
      />
    </Page>
  );
}
