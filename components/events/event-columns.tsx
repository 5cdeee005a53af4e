import type { ReactNode } from "react";

export type EventColumnsProps = {
  /** The accessible name of `side`. */
  label?: string;
  side: ReactNode;
  main: ReactNode;
};

/**
 * One column on small screens. On wide ones, `main` is on the left, and `side`, the open payments, stays in view on the
 * right; the keyboard goes from left to right, where the browser can do that.
 */
export function EventColumns({ label, side, main }: EventColumnsProps) {
  return (
    <div className="grid items-start gap-8 [reading-flow:grid-columns] lg:grid-cols-[minmax(0,1fr)_23rem]">
      <section
        aria-label={label}
        className="flex min-w-0 flex-col gap-6 lg:sticky lg:top-[calc(var(--top-bar)+1.5rem)] lg:col-start-2 lg:row-start-1"
      >
        {side}
      </section>
      <div className="flex min-w-0 flex-col gap-8 lg:col-start-1 lg:row-start-1">{main}</div>
    </div>
  );
}
