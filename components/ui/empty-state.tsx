import type { ReactNode } from "react";

/** One of the pictures in public/empty/. */
export type EmptyPicture =
  "friends" | "groups" | "events" | "expenses" | "requests" | "all-clear" | "search" | "lost" | "offline";

export type EmptyStateProps = {
  picture: EmptyPicture;
  /** What is (not) there, in one sentence. */
  title: string;
  /** What one can do about it. */
  children?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  /** The heading's level where it is one; default: a paragraph. */
  headingLevel?: 1 | 2 | 3 | undefined;
};

/** What a page shows instead of an empty list: a picture, a sentence, one action. */
export function EmptyState({ picture, title, children, action, headingLevel }: EmptyStateProps) {
  const Title = headingLevel ? (`h${headingLevel}` as const) : "p";
  return (
    <div className="empty-state">
      {/* eslint-disable-next-line @next/next/no-img-element -- a drawing: nothing to optimise */}
      <img src={`/empty/${picture}.svg`} alt="" width={160} height={120} loading="lazy" />
      <div>
        <Title>{title}</Title>
        {children ? <div>{children}</div> : null}
      </div>
      {action}
    </div>
  );
}
