"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useSWRConfig } from "swr";
import type { Page } from "@/lib/core/page";
import { call, pathOf } from "@/lib/client/call";
import type { FriendRequest, GroupRequest } from "@/lib/contract/requests";
import { usePending } from "@/components/refresh/use-pending";
import { recount, REQUEST_LISTS } from "@/components/shell/use-request-counts";
import { toast, type ToastOptions } from "@/components/ui/toast";

const ACCEPT = {
  friend: "PUT /api/users/friends/requests/{id}/accept",
  group: "PUT /api/groups/requests/{id}/accept",
} as const;

const IGNORE = {
  friend: "DELETE /api/users/friends/requests/{id}",
  group: "DELETE /api/groups/requests/{id}",
} as const;

/**
 * Functions that answer pending requests. The red dots count the same lists and update with them; other tabs update
 * through local storage.
 * @param kind the list
 * @param rendered the first page of the list, of the latest rendering
 */
export function useRequests(
  kind: keyof typeof REQUEST_LISTS,
  rendered: Page<FriendRequest> | Page<GroupRequest>,
) {
  const path = pathOf(REQUEST_LISTS[kind]);
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const { pending, run } = usePending();

  // The rendering is newer than the list that the red dots counted, if it is the whole list.
  useEffect(() => {
    if (!rendered.nextCursor) void mutate(path, rendered.rows, { revalidate: false });
  }, [mutate, path, rendered]);

  function response(id: string, call: () => Promise<unknown>, success: string, options?: ToastOptions) {
    void run(id, async () => {
      await call();
      toast.success(success, options);
      recount(kind, mutate);
      return router.refresh;
    });
  }

  return {
    /** True from answering a request until the screen without it. */
    isBusy: (id: string) => id in pending,
    /**
     * @param success the message afterwards
     * @param options of the toast
     */
    accept: (id: string, success: string, options?: ToastOptions) =>
      response(id, () => call(ACCEPT[kind], { params: { id } }), success, options),
    ignore: (id: string, success: string, options?: ToastOptions) =>
      response(id, () => call(IGNORE[kind], { params: { id } }), success, options),
  };
}
