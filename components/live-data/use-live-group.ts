"use client";

import useSWR from "swr";
import { fetcher } from "@/lib/api-client";
import type { Group } from "@/lib/schemas/answers";
import { groupKey } from "./keys";

/**
 * The group of a form, whose members may come and go while the form is open.
 * @param rendered the group as the page was rendered with it
 */
export function useLiveGroup(rendered: Group): Group {
  const { data } = useSWR<Group>(groupKey(rendered._id), fetcher, { fallbackData: rendered });
  return data ?? rendered;
}
