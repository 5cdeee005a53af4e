"use client";

import { usePathname } from "next/navigation";
import { pluralize } from "@/lib/core/text/pluralize";
import { sectionOf } from "@/lib/core/sections";
import type { RequestCounts } from "@/lib/contract/people";
import { useRequestCounts } from "./use-request-counts";
import { Bar } from "./bar";
import { NavLinks, type NavLinksProps } from "./nav-links";

/**
 * The top bar of every guarded screen. Red dots show pending requests.
 * @param counts the request counts when the page was loaded
 */
export function TopBar({ counts: initial }: { counts: RequestCounts }) {
  const section = sectionOf(usePathname());
  const counts = useRequestCounts(initial);
  const waiting: NavLinksProps["waiting"] = {
    "/friends": { count: counts.friend, label: pluralize(counts.friend, "friend request") },
    "/groups": { count: counts.group, label: pluralize(counts.group, "group request") },
  };

  return (
    <Bar home="/friends">
      <NavLinks section={section} waiting={waiting} />
    </Bar>
  );
}
