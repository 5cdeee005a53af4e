import type { Route } from "next";
import { GoBack } from "@/components/ui/go-back";
import { Page } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/skeleton";
import { SkeletonList } from "@/components/ui/skeleton-list";

/** The skeleton of an activity list. */
export function ActivitySkeleton<T extends string>({ backTo }: { backTo: Route<T> }) {
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
