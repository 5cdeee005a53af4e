"use client";

import { useRouter } from "next/navigation";
import { use, useEffect } from "react";
import { type Answers, AnswersContext } from "@/lib/client/answers";
import { pathOf } from "@/lib/client/call";
import { useCall } from "@/lib/client/use-call";
import type { RequestCounts } from "@/lib/contract/people";
import { REQUEST_KEYS, storeRequests } from "@/components/session/local-storage";

/** The calls that return the lists. To `reload` after accepting or ignoring a request. */
export const REQUEST_LISTS = {
  friend: "GET /api/users/friends/requests",
  group: "GET /api/groups/requests",
} as const;

/**
 * The number of the user's pending requests (docs/rules.md#browser-data). Counted on start, when one of the lists is
 * reloaded, and when another tab changed its cached copy.
 * @param initial the server's counts, shown until the lists are loaded, and if they cannot be
 */
export function useRequestCounts(initial: RequestCounts): RequestCounts {
  const friend = useSharedList("friend")?.length ?? initial.friend;
  const group = useSharedList("group")?.length ?? initial.group;
  return { total: friend + group, friend, group };
}

/** Reloads both lists. @returns false if that failed */
export async function reloadRequestLists(answers: Answers): Promise<boolean> {
  const lists = Object.values(REQUEST_LISTS).map((name) => answers.load(pathOf(name)));
  return !(await Promise.all(lists)).includes(false);
}

/** A list. Writes it to local storage for the other tabs, and reloads it when one of them wrote it. */
function useSharedList(kind: keyof typeof REQUEST_KEYS): readonly unknown[] | undefined {
  const answers = use(AnswersContext);
  const router = useRouter();
  const path = pathOf(REQUEST_LISTS[kind]);
  const { data: list } = useCall(REQUEST_LISTS[kind], {});
  useEffect(() => {
    if (list) storeRequests(kind, list);
  }, [kind, list]);

  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      // A hidden screen is refreshed when it is seen again.
      if (key !== REQUEST_KEYS[kind] || document.hidden) return;
      answers.reload(path);
      // Screens show the server's counts.
      router.refresh();
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [kind, path, answers, router]);
  return list;
}
