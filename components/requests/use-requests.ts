"use client";

import { useRouter } from "next/navigation";
import { startTransition, useEffect, useOptimistic } from "react";
import { useSWRConfig } from "swr";
import { api, ApiError, serverMessage } from "@/lib/api-client";
import { REQUEST_LISTS } from "@/components/shell/use-request-counts";
import { toast, type ToastOptions } from "@/components/ui/toast";

/** The state of the viewer's answers, by request id. */
type Answers = Readonly<Record<string, "sent" | "done">>;

const none: Answers = {};

/**
 * A list of pending requests, and functions that answer them. A row disappears when the server has the answer. The
 * red dots count the same lists and update with them; other tabs update through local storage.
 * @param kind the list
 * @param rendered the list of the latest rendering
 */
export function useRequests<Request extends { _id: string }>(
  kind: keyof typeof REQUEST_LISTS,
  rendered: readonly Request[],
) {
  const path = REQUEST_LISTS[kind];
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const [answers, note] = useOptimistic(none, (now, news: Answers) => ({ ...now, ...news }));

  // The rendering is newer than the list that the red dots counted.
  useEffect(() => void mutate(path, rendered, { revalidate: false }), [mutate, path, rendered]);

  function answer(id: string, call: () => Promise<unknown>, success?: string, options?: ToastOptions) {
    startTransition(async () => {
      note({ [id]: "sent" });
      try {
        await call();
        if (success) toast.success(success, options);
      } catch (error) {
        toast.error(serverMessage(error));
        // Withdrawn or answered elsewhere: the row disappears too.
        if (!(error instanceof ApiError) || error.code !== "not-found") return;
      }
      note({ [id]: "done" });
      void mutate(path);
      router.refresh();
    });
  }

  return {
    requests: rendered.filter(({ _id }) => answers[_id] !== "done"),
    /** True if an answer to this request has been sent and not confirmed yet. */
    isBusy: (id: string) => answers[id] === "sent",
    /**
     * @param success the message afterwards
     * @param options of the toast
     */
    accept: (id: string, success: string, options?: ToastOptions) =>
      answer(id, () => api.put(`${path}/${id}/accept`), success, options),
    ignore: (id: string) => answer(id, () => api.delete(`${path}/${id}`)),
  };
}
