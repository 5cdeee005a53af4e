"use client";

import { useEffect, type ReactNode } from "react";
import { SWRConfig, useSWRConfig, type SWRConfiguration } from "swr";
import { ApiError, fetcher } from "@/lib/api-client";
import { SETTLEMENTS_CHANGED } from "@/components/settlements/settlements-changed";
import { SUMMARY_KEY } from "./keys";

const config: SWRConfiguration = {
  fetcher,
  revalidateOnFocus: true,
  shouldRetryOnError: false,
  onError: (error: unknown, key) => {
    // A missing connection or session has a banner of its own.
    const said = error instanceof ApiError && (error.code === "network" || error.sessionExpired);
    if (!said) console.error(`${key} could not be loaded.`, error);
  },
};

/**
 * Keeps what the screens show up to date: SWR's keys are the API's paths, the server's data stands in until an
 * answer is there, and focus asks again. A list that fails to load keeps what it shows, and
 * that is only logged (spec section 8).
 */
export function LiveData({ children }: { children: ReactNode }) {
  return (
    <SWRConfig value={config}>
      <FollowSettlements />
      {children}
    </SWRConfig>
  );
}

function FollowSettlements() {
  const { mutate } = useSWRConfig();
  useEffect(() => {
    const refresh = () => void mutate(SUMMARY_KEY);
    window.addEventListener(SETTLEMENTS_CHANGED, refresh);
    return () => window.removeEventListener(SETTLEMENTS_CHANGED, refresh);
  }, [mutate]);
  return null;
}
