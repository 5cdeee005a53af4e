import { clsx } from "clsx";
import type { ReactNode } from "react";

export type SectionProps = {
  /** Of the heading. */
  id: string;
  heading: ReactNode;
  /** A link or button at the end of the heading's line. */
  action?: ReactNode;
  /** With the gap between its parts. */
  className?: string;
  children: ReactNode;
};

/** A part of a screen, named by its heading. */
export function Section({ id, heading, action, className = "gap-3", children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={clsx("flex flex-col", className)}>
      <SectionHeading id={id} action={action}>
        {heading}
      </SectionHeading>
      {children}
    </section>
  );
}

type SectionHeadingProps = { id?: string; action?: ReactNode; children: ReactNode };

/** The heading of a section, with the mark's two even strokes before it. */
export function SectionHeading({ id, action, children }: SectionHeadingProps) {
  return (
    <div className="section-heading">
      <h2
        id={id}
        className="flex items-center gap-[min(0.75rem,4vw)] text-xl/7 font-extrabold tracking-tight before:mb-2 before:h-1 before:w-[min(1rem,5vw)] before:shrink-0 before:rounded-full before:bg-brand before:shadow-[0_0.5rem_0_var(--color-sun)]"
      >
        <span>{children}</span>
      </h2>
      {action}
    </div>
  );
}
