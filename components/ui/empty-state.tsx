import type { ReactNode } from "react";

export type EmptyStateProps = {
  /** In public/empty/; default: none, below another empty list. */
  picture?: "friends" | "groups" | "events" | "expenses" | "requests" | "lost" | undefined;
  /** One sentence that says what is empty. */
  title: string;
  /** What the user can do about it. */
  children?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  /** The title is the heading of the page; default: a paragraph. */
  heading?: boolean | undefined;
};

/** Shown instead of an empty list: a picture, a sentence, one action. */
export function EmptyState({ picture, title, children, action, heading = false }: EmptyStateProps) {
  const Title = heading ? "h1" : "p";
  return (
    <div className="empty-state">
      {picture ? (
        // oxlint-disable-next-line nextjs/no-img-element -- an SVG: nothing to optimize
        <img src={`/empty/${picture}.svg`} alt="" width={160} height={120} loading="lazy" />
      ) : null}
      <div>
        <Title>{title}</Title>
        {children ? <div>{children}</div> : null}
      </div>
      {action}
    </div>
  );
}
