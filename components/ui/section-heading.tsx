import type { ReactNode } from "react";

export type SectionHeadingProps = {
  children: ReactNode;
  /** A link or button at the end of the line. */
  action?: ReactNode;
  id?: string | undefined;
};

/** The heading of a section, with the mark's two even strokes before it. */
export function SectionHeading({ children, action, id }: SectionHeadingProps) {
  return (
    <div className="section-heading">
      <h2 id={id}>
        <span>{children}</span>
      </h2>
      {action}
    </div>
  );
}
