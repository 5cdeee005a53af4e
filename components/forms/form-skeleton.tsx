import { Page } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/skeleton";

/** The skeleton of a form: header, two fields, a list of people. */
export function FormSkeleton() {
  return (
    <Page>
      <div role="status" className="flex flex-col gap-6">
        <span className="sr-only">Loading...</span>
        <Skeleton className="mt-3 h-5 w-24" />
        <Skeleton className="h-9 w-56" />
        {[0, 1].map((field) => (
          <div key={field} className="flex flex-col gap-2">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="h-12 rounded-field" />
          </div>
        ))}
        <Skeleton className="h-64 rounded-card" />
      </div>
    </Page>
  );
}
