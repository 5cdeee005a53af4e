import { Page } from "@/components/ui/page";
import { Skeleton, SkeletonList } from "@/components/ui/skeleton";

/** The skeleton of the expense details. */
export function ExpenseSkeleton() {
  return (
    <Page>
      <div aria-hidden className="flex flex-col gap-4">
        <Skeleton className="mt-3 h-5 w-24" />
        <Skeleton className="h-9 w-56" />
        <Skeleton className="h-56 rounded-card" />
      </div>
      <SkeletonList rows={3} amounts />
    </Page>
  );
}
