"use client";

import { usePathname } from "next/navigation";
import { sectionOf } from "@/lib/paths";
import type { RequestCounts } from "@/lib/contract/requests";
import { Bar } from "./bar";
import { useRequestCounts } from "./use-request-counts";

/**
 * The top bar of every guarded screen. Red dots show pending requests.
 * @param counts the request counts when the page was loaded
 */
export function TopBar({ counts }: { counts: RequestCounts }) {
  return <Bar section={sectionOf(usePathname())} counts={useRequestCounts(counts)} />;
}
