import { clsx } from "clsx";
import type { Route } from "next";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { Icon } from "@/components/ui/icon";
import { MARK } from "./mark";
import { SkipLink } from "./skip-link";

export type HeaderProps<T extends string> = {
  /** As wide as the rail and the screen beside it; default: as the screen. */
  wide?: boolean;
  /** Where the mark leads. */
  home: Route<T>;
  /** Whether it leads to the search; not for strangers. */
  searches?: boolean;
  /** The number of unread notices, for those who get some. */
  notices?: number | undefined;
  /** The sections. */
  children: ReactNode;
};

/** The bar at the top. On a narrow screen, several sections leave no room for the mark. */
export function Header<T extends string>({ wide, home, searches = true, notices, children }: HeaderProps<T>) {
  return (
    <header className="sticky top-0 z-30 @container border-b border-line bg-paper/90 backdrop-blur-sm print:hidden [body:has([data-live])_&]:hidden">
      <SkipLink />
      <div
        className={clsx(
          "mx-auto flex min-h-(--top-bar) max-w-5xl items-stretch gap-4 px-[8px] sm:px-6 @max-[14rem]:gap-0",
          wide && "xl:@min-[78rem]:max-w-7xl",
        )}
      >
        <Link
          href={home}
          aria-label="Evenly"
          className={`${MARK} @max-[24rem]:[&:has(+nav>:nth-child(2))]:hidden`}
        />
        <nav aria-label="Main" className="flex flex-1 items-stretch sm:justify-end sm:gap-2">
          {children}
        </nav>
        {searches ? (
          <Link href="/search" aria-label="Search all groups" className="bar-button">
            <Icon className="icon-search" />
          </Link>
        ) : null}
        {notices === undefined ? null : (
          <Link
            href="/notifications"
            aria-label={notices > 0 ? `${notices} new notifications` : "Notifications"}
            className="bar-button"
          >
            <Icon className="icon-bell" />
            {notices > 0 ? <i className="unread-dot" /> : null}
          </Link>
        )}
      </div>
    </header>
  );
}
