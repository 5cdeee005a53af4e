import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";

/** A card of rows with lines between them. Children: ListRow. */
export function List({ className, ...rest }: ComponentProps<"ul">) {
  return (
    <ul
      // Safari takes the meaning of a list away together with its bullets.
      role="list"
      className={clsx(
        "divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card",
        className,
      )}
      {...rest}
    />
  );
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
    <li
      className={clsx(
        "relative px-4 py-3 sm:px-6",
        href && "transition-colors duration-150 hover:bg-well has-[a:focus-visible]:bg-well",
        dimmed && "bg-well/50 text-muted",
        className,
      )}
    >
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        <div
          className={clsx(
            "flex min-w-[min(9.75rem,100%)] flex-1 flex-wrap items-center gap-x-4 gap-y-1",
            dimmed && "[&_img]:opacity-60",
          )}
        >
          {leading}
          <div className="min-w-0 flex-1 basis-24">
            <div className={clsx("text-base/6", !dimmed && "font-bold")}>
              {href ? (
                <Link
                  href={href as Route}
                  className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus"
                >
                  {title}
                </Link>
              ) : (
                title
              )}
            </div>
            {detail ? <div className="text-sm text-muted">{detail}</div> : null}
          </div>
          {href && !trailing ? (
            <ChevronRight aria-hidden className="size-5 shrink-0 text-muted rtl:rotate-180" />
          ) : null}
        </div>
        {trailing ? (
          // Above the link that covers the row; text lets clicks through to it, controls do not.
          <div className="pointer-events-none relative z-1 ml-auto flex max-w-full flex-wrap items-center justify-end gap-2 [&_:is(a,button,input,label)]:pointer-events-auto">
            {trailing}
          </div>
        ) : null}
      </div>
      {children}
    </li>
  );
}
