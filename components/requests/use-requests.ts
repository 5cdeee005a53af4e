"use client";

import useSWR, { useSWRConfig } from "swr";
import { useState } from "react";
import { api, ApiError, serverMessage, GENERIC_MESSAGE } from "@/lib/api-client";
import { REQUEST_LISTS } from "@/components/session/use-request-counts";
import { toast } from "@/components/ui/toast";

/**
 * A list of requests that wait for the viewer, and how to answer them. The red dots follow, since they count
 * the same lists; other tabs follow through local storage.
 * @param kind which list
 * @param fromServer the list that the page was rendered with
 * @param changes SWR keys of what an accepted request changes
 */
export function useRequests<Request extends { _id: string }>(
  kind: keyof typeof REQUEST_LISTS,
  fromServer: readonly Request[],
  changes: readonly string[],
) {
  const path = REQUEST_LISTS[kind];
  const { mutate: mutateAny } = useSWRConfig();
  const { data = fromServer, mutate } = useSWR<readonly Request[]>(path, { fallbackData: fromServer });
  const [answering, setAnswering] = useState<string | null>(null);

  async function answer(id: string, call: () => Promise<unknown>): Promise<boolean> {
    setAnswering(id);
    const done = await call().then(
      () => true,
      (error: unknown) => {
        toast.error(serverMessage(error, GENERIC_MESSAGE));
        // Withdrawn or answered elsewhere meanwhile: the row has nothing left to say.
        return error instanceof ApiError && error.code === "not-found" ? null : false;
      },
    );
    if (done !== false) {
      const without = data.filter((request) => request._id !== id);
      await mutate(without, { revalidate: false });
      void mutate();
    }
    setAnswering(null);
    return done === true;
  }

  return {
    requests: data,
    /** Id of the request whose answer is on its way. */
    answering,
    accept: async (id: string): Promise<boolean> => {
      const accepted = await answer(id, () => api.put(`${path}/${id}/accept`));
      if (accepted) for (const key of changes) void mutateAny(key);
      return accepted;
    },
    ignore: (id: string): Promise<boolean> => answer(id, () => api.delete(`${path}/${id}`)),
  };
}
