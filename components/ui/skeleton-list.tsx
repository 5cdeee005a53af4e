import { clsx } from "clsx";
import { Skeleton } from "./skeleton";

export type SkeletonListProps = {
  /** The accessible text, such as "Loading group details...". Default "Loading...". */
  label?: string | undefined;
  rows?: number | undefined;
  /** The rows have an amount at the end. */
  amounts?: boolean | undefined;
};

/** The skeleton of a List: this many rows, as high as real ones. */
export function SkeletonList({ label = "Loading...", rows = 3, amounts = false }: SkeletonListProps) {
  return (
    <div
      role="status"
      className="divide-y divide-line rounded-card border border-line bg-surface shadow-card"
    >
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex min-h-[4.25rem] items-center gap-4 px-4 py-3 sm:px-6">
          <Skeleton className="size-11 shrink-0" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className={clsx("h-4", index % 2 ? "w-2/5" : "w-3/5")} />
            <Skeleton className="h-3 w-1/4" />
          </div>
          {amounts ? <Skeleton className="h-5 w-16" /> : null}
        </div>
      ))}
    </div>
  );
}

/** The skeleton of a page header. */
export function SkeletonHeader() {
  return (
    <div aria-hidden className="flex min-h-16 items-center gap-4">
      <Skeleton className="size-16 shrink-0" />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-7 w-1/2" />
        <Skeleton className="h-4 w-1/3" />
      </div>
    </div>
  );
}
