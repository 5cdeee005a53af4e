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
    <div className="section-heading">
      <Heading id={id}>
        <span>{children}</span>
      </Heading>
      {action}
    </div>
  );
}
