import { clsx } from "clsx";

/** A gray placeholder; set its size with a class. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={clsx("skeleton", className)} />;
}
