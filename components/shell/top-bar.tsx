"use client";

import { clsx } from "clsx";
import type { Route } from "next";
import { usePathname } from "next/navigation";
import { pluralize } from "@/lib/core/text/pluralize";
import { sectionOf, type SECTIONS } from "@/lib/core/sections";
import type { RequestCounts } from "@/lib/contract/people";
import { useRequestCounts } from "./use-request-counts";
import { CountDot } from "@/components/ui/count-dot";
import { Link } from "@/components/ui/link";
import { SkipLink } from "./skip-link";
import { Icon } from "@/components/ui/icon";

const links = [
  {
    href: "/friends",
    label: "Friends",
    icon: "icon-user-round",
    currentIcon: "icon-user-round-bold",
  },
  {
    href: "/groups",
    label: "Groups",
    icon: "icon-users-round",
    currentIcon: "icon-users-round-bold",
  },
  {
    href: "/account",
    label: "Account",
    icon: "icon-circle-user-round",
    currentIcon: "icon-circle-user-round-bold",
  },
] as const satisfies readonly {
  href: Route & keyof typeof SECTIONS;
  label: string;
  icon: string;
  currentIcon: string;
}[];

/**
 * The top bar of every guarded screen. Red dots show pending requests.
 * @param counts the request counts when the page was loaded
 */
export function TopBar({ counts: initial }: { counts: RequestCounts }) {
  const section = sectionOf(usePathname());
  const counts = useRequestCounts(initial);
  const waiting: Partial<Record<string, { count: number; label: string }>> = {
    "/friends": { count: counts.friend, label: pluralize(counts.friend, "friend request") },
    "/groups": { count: counts.group, label: pluralize(counts.group, "group request") },
  };

  return (
    <header className="top-bar">
      <SkipLink />
      <div>
        <Link href="/friends" aria-label="Evenly" className="home-link">
          <span aria-hidden className="hidden sm:inline">
            Evenly
          </span>
        </Link>
        <nav aria-label="Main">
          {links.map(({ href, label, icon, currentIcon }) => {
            const current = href === section;
            return (
              <Link key={href} href={href} aria-current={current ? "page" : undefined} className="nav-link">
                <Icon className={clsx(current ? currentIcon : icon, "sm:size-5")} />
                {label}
                <span className="nav-dot">
                  <CountDot count={waiting[href]?.count ?? 0} label={waiting[href]?.label ?? ""} />
                </span>
              </Link>
            );
          })}
        </nav>
      </div>
    </header>
  );
}
