"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { ScopedMutator } from "swr";
import { call, pathOf } from "@/lib/client/call";
import { useCall } from "@/lib/client/use-call";
import type { RequestCounts } from "@/lib/contract/requests";
import { logFailedLoad } from "@/components/session/current-user";
import { REQUEST_KEYS, storeRequests } from "@/components/session/local-storage";

/** The operations that return the lists. */
export const REQUEST_LISTS = {
  friend: "GET /api/users/friends/requests",
  group: "GET /api/groups/requests",
} as const;

const OPTIONS = { revalidateOnMount: true };

/**
 * The number of the user's pending requests (docs/rules.md#browser-data). Counted on start, when one of the lists is
 * mutated, and when another tab changed its cached copy.
 * @param initial the server's counts, shown until the lists are loaded, and if they cannot be
 */
export function useRequestCounts(initial: RequestCounts): RequestCounts {
  const friends = useCall(REQUEST_LISTS.friend, {}, OPTIONS);
  const groups = useCall(REQUEST_LISTS.group, {}, OPTIONS);
  useSharedList("friend", friends.data, friends.mutate);
  useSharedList("group", groups.data, groups.mutate);

  const friend = friends.data?.length ?? initial.friend;
  const group = groups.data?.length ?? initial.group;
  return { ...initial, total: friend + group, friend, group };
}

/**
 * Counts one of the lists again, after a friend request or invitation was accepted or ignored. By then the user may
 * have logged out, and SWR's cache be gone: `mutate` rejects then, and only then.
 */
export function recount(kind: keyof typeof REQUEST_LISTS, mutate: ScopedMutator): void {
  mutate(pathOf(REQUEST_LISTS[kind])).catch(() => undefined);
}

/** Reloads both lists. @returns false if that failed; failures are only logged (docs/rules.md#screens) */
export async function reloadRequestLists(mutate: ScopedMutator): Promise<boolean> {
  const reload = (name: (typeof REQUEST_LISTS)["friend" | "group"]) =>
    mutate(pathOf(name), call(name), { revalidate: false }).then(
      () => true,
      (error: unknown) => {
        logFailedLoad(error, pathOf(name));
        return false;
      },
    );
  return !(await Promise.all(Object.values(REQUEST_LISTS).map(reload))).includes(false);
}

/** Writes the list to local storage for the other tabs, and reloads it when one of them wrote it. */
function useSharedList(
  kind: keyof typeof REQUEST_KEYS,
  list: readonly unknown[] | undefined,
  reload: () => Promise<unknown>,
): void {
  const router = useRouter();
  useEffect(() => {
    if (list) storeRequests(kind, list);
  }, [kind, list]);

  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      // A hidden screen is refreshed when it is seen again.
      if (key !== REQUEST_KEYS[kind] || document.hidden) return;
      void reload();
      // Screens show the server's counts.
      router.refresh();
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [kind, reload, router]);
}
