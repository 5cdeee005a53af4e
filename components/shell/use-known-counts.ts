"use client";

import useSWR, { useSWRConfig } from "swr";
import { api } from "@/lib/api-client";
import type { RequestCounts } from "@/lib/schemas/answers";
import { QUIETLY, REQUEST_LISTS } from "./use-request-counts";

/**
 * The number of the user's pending requests, from the lists that the top bar loads.
 * @param counted the counts that the server rendered, shown until the lists are loaded
 */
export function useKnownCounts(counted: RequestCounts): RequestCounts {
  const friend = useKnownCount("friend", counted.friend);
  const group = useKnownCount("group", counted.group);
  return { total: friend + group, friend, group };
}

/** Loads the list only if the server has just counted something else. */
function useKnownCount(kind: keyof typeof REQUEST_LISTS, counted: number): number {
  const path = REQUEST_LISTS[kind];
  const known = useSWRConfig().cache.get(path)?.data as readonly unknown[] | undefined;
  const revalidateOnMount = known !== undefined && known.length !== counted;
  const { data } = useSWR(path, api.get<readonly unknown[]>, { ...QUIETLY, revalidateOnMount });
  return data?.length ?? counted;
}
