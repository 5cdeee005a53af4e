import { clsx } from "clsx";
import type { Route } from "next";
import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./icon";
import { Link } from "./link";

/** A card of rows with lines between them. Children: ListRow. */
export function List({ className, ...rest }: ComponentProps<"ul">) {
  // Safari removes the list role together with the bullets.
  return <ul role="list" className={clsx("list", className)} {...rest} />;
}

export type ListRowProps<T extends string> = {
  /** The link of the whole row. Buttons in `trailing` remain separate. */
  href?: Route<T> | undefined;
  /** A picture or icon at the start. */
  leading?: ReactNode;
  title: ReactNode;
  /** A secondary line. */
  detail?: ReactNode;
  /** An amount or buttons at the end. */
  trailing?: ReactNode;
  /** Dims the row, with readable contrast. */
  dimmed?: boolean | undefined;
  className?: string | undefined;
  /** Content below the row, such as an error. */
  children?: ReactNode;
};

/** With readable contrast. */
const DIMMED = "bg-well/50 text-muted [&_.row-title]:[font-weight:inherit] [&_img]:opacity-60";

/** A row of a List, at least 64 px high. With a link, the whole row is the target. */
export function ListRow<T extends string>({
  href,
  leading,
  title,
  detail,
  trailing,
  dimmed = false,
  className,
  children,
}: ListRowProps<T>) {
  return (
    <li className={clsx("row", dimmed && DIMMED, className)}>
      <div className="row-main">
        {leading}
        <div className="row-text">
          <div className="row-title">
            {href ? (
              <Link href={href} className="row-link">
                {title}
              </Link>
            ) : (
              title
            )}
          </div>
          {detail ? <div className="row-detail">{detail}</div> : null}
        </div>
        {href && !trailing ? <Icon className="icon-chevron-right size-5 text-muted rtl:rotate-180" /> : null}
      </div>
      {trailing ? <div className="row-end">{trailing}</div> : null}
      {children}
    </li>
  );
}
