import type { ReactNode } from "react";

export type SectionHeadingProps = {
  children: ReactNode;
  /** 2 (default) or 3. */
  level?: 2 | 3 | undefined;
  /** At the end of the line: a link or a button. */
  action?: ReactNode;
  id?: string | undefined;
};

/** The heading of a part of a page, led by the two even strokes of the mark. */
export function SectionHeading({ children, level = 2, action, id }: SectionHeadingProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <Heading id={id} className="flex items-center gap-3 text-xl/7 font-extrabold tracking-tight">
        <span aria-hidden className="flex shrink-0 flex-col gap-1">
          <span className="h-1 w-4 rounded-full bg-brand" />
          <span className="h-1 w-4 rounded-full bg-sun" />
        </span>
        <span>{children}</span>
      </Heading>
      {action}
    </div>
  );
}
