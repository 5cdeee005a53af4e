import type { ReactNode } from "react";

/** The two columns of a screen about friends, if it is large, in reading order. */
export function TwoColumns({ children }: { children: [ReactNode, ReactNode] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start lg:gap-x-12 *:flex *:min-w-0 *:flex-col *:gap-6 sm:*:gap-8">
      {children}
    </div>
  );
}
