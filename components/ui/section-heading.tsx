import type { ReactNode } from "react";

export type SectionHeadingProps = {
  children: ReactNode;
  /** 2 (default) or 3. */
  level?: 2 | 3 | undefined;
  /** A link or button at the end of the line. */
  action?: ReactNode;
  id?: string | undefined;
};

/** The heading of a section, with the mark's two even strokes before it. */
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
