"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useSWRConfig } from "swr";
import type { Page } from "@/lib/core/page";
import { api } from "@/lib/api-client";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { usePending } from "@/components/refresh/use-pending";
import { REQUEST_LISTS } from "@/components/shell/use-request-counts";
import { toast, type ToastOptions } from "@/components/ui/toast";

/**
 * A list of pending requests, and functions that answer them. The red dots count the same lists and update with them;
 * other tabs update through local storage.
 * @param kind the list
 * @param rendered the first page of the list, of the latest rendering
 */
export function useRequests<Request extends { _id: string }>(
  kind: keyof typeof REQUEST_LISTS,
  rendered: Page<Request>,
) {
  const path = REQUEST_LISTS[kind];
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const { pending, run } = usePending();
  const { rows, ...more } = useLoadMore(`${path}?`, rendered.rows, rendered.nextCursor);

  // The rendering is newer than the list that the red dots counted, if it is the whole list.
  useEffect(() => {
    if (!rendered.nextCursor) void mutate(path, rendered.rows, { revalidate: false });
  }, [mutate, path, rendered]);

  function answer(id: string, call: () => Promise<unknown>, success: string, options?: ToastOptions) {
    void run(id, async () => {
      await call();
      toast.success(success, options);
      void mutate(path);
      return router.refresh;
    });
  }

  return {
    rows,
    more,
    /** True from answering a request until the screen without it. */
    isBusy: (id: string) => id in pending,
    /**
     * @param success the message afterwards
     * @param options of the toast
     */
    accept: (id: string, success: string, options?: ToastOptions) =>
      answer(id, () => api.put(`${path}/${id}/accept`), success, options),
    ignore: (id: string, success: string, options?: ToastOptions) =>
      answer(id, () => api.delete(`${path}/${id}`), success, options),
  };
}
