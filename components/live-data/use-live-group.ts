"use client";

import useSWR from "swr";
import { fetcher } from "@/lib/api-client";
import type { Group } from "@/lib/schemas/answers";
import { isGone } from "@/components/navigation/gone";
import { groupKey } from "./keys";

/**
 * A group, whose members may come and go while a screen is open.
 * @param rendered the group as the page was rendered with it
 * @returns `gone`: somebody has deleted it, or the viewer is not in it any more
 */
export function useLiveGroup(rendered: Group): { group: Group; gone: boolean } {
  const { data, error } = useSWR<Group>(groupKey(rendered._id), fetcher, { fallbackData: rendered });
  return { group: data ?? rendered, gone: isGone(error) };
}
