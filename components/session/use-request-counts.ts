"use client";

import { useEffect } from "react";
import useSWR from "swr";
import { fetcher } from "@/lib/api-client";
import type { FriendRequest, GroupRequest, RequestCounts } from "@/lib/schemas/answers";
import { REQUEST_KEYS, storeRequests } from "./local-storage";

/** The calls whose lists are counted; also the SWR keys to `mutate` after accepting or ignoring a request. */
export const REQUEST_LISTS = {
  friend: "/api/users/friends/requests",
  group: "/api/groups/requests",
} as const;

const onStart = { revalidateOnMount: true } as const;

/**
 * How many requests wait for the signed-in user (spec section 4): counted anew on start, on focus, when one of the
 * two lists is mutated, and when another tab changed its cached copy.
 * @param initial what the server counted, shown until the lists are here, and where they cannot be loaded
 */
export function useRequestCounts(initial: RequestCounts): RequestCounts {
  const friends = useSWR<FriendRequest[]>(REQUEST_LISTS.friend, fetcher, onStart);
  const groups = useSWR<GroupRequest[]>(REQUEST_LISTS.group, fetcher, onStart);
  useSharedList("friend", friends.data, friends.mutate);
  useSharedList("group", groups.data, groups.mutate);

  const friend = friends.data?.length ?? initial.friend;
  const group = groups.data?.length ?? initial.group;
  return { total: friend + group, friend, group };
}

/** Writes the list to local storage for the other tabs, and loads it again when one of them wrote it. */
function useSharedList(
  kind: keyof typeof REQUEST_KEYS,
  list: readonly unknown[] | undefined,
  reload: () => Promise<unknown>,
): void {
  useEffect(() => {
    if (list) storeRequests(kind, list);
  }, [kind, list]);

  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === REQUEST_KEYS[kind]) void reload();
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [kind, reload]);
}
