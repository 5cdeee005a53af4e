import { clsx } from "clsx";
import type { Route } from "next";
import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./icon";
import { Link } from "./link";

/** A card of rows with lines between them. Children: ListRow. */
export function List({ className, ...rest }: ComponentProps<"ul">) {
  // Safari takes the meaning of a list away together with its bullets.
  return <ul role="list" className={clsx("list", className)} {...rest} />;
}

export type ListRowProps<T extends string> = {
  /** Where the whole row leads. Buttons in `trailing` stay buttons of their own. */
  href?: Route<T> | URL | undefined;
  /** Picture or icon at the start. */
  leading?: ReactNode;
  title: ReactNode;
  /** A quieter second line. */
  detail?: ReactNode;
  /** At the end: an amount, buttons. */
  trailing?: ReactNode;
  /** Done with: shown fainter (never below readable contrast). */
  dimmed?: boolean | undefined;
  className?: string | undefined;
  /** More below the row's line, e.g. an error. */
  children?: ReactNode;
};

/** One row of a List: at least 64 px high, the whole of it a target where it leads somewhere. */
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
    <li className={clsx("row", dimmed && "row-dimmed", className)}>
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
