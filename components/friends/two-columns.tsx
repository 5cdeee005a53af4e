import { clsx } from "clsx";
import type { ReactNode } from "react";

type TwoColumnsProps = {
  /** The second needs room, too; default: the first is much wider. */
  balanced?: boolean;
  children: [ReactNode, ReactNode];
};

/** The two columns of a screen about friends, if it is large, in reading order. */
export function TwoColumns({ balanced = false, children }: TwoColumnsProps) {
  return (
    <div
      className={clsx(
        "grid grid-cols-[minmax(0,1fr)] gap-6 sm:gap-8 lg:items-start *:flex *:min-w-0 *:flex-col *:gap-6 sm:*:gap-8",
        balanced
          ? "lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]"
          : "lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-x-12",
      )}
    >
      {children}
    </div>
  );
}
